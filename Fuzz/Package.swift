// swift-tools-version: 6.2
import PackageDescription

// The fuzzers, on libFuzzer. Build them by ./run, which knows the compiler's flags: a plain `swift build` has no
// libFuzzer to link with. What they call is compiled into the main package's tests too, which replay the corpus.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "SealedPush", path: "..")],
    targets: [
        .target(name: "CLibFuzzer", path: "CLibFuzzer"),
        .target(
            name: "Fuzzers",
            dependencies: [
                .product(name: "AppStrings", package: "SealedPush"),
                .product(name: "DeliveryStore", package: "SealedPush"),
                .product(name: "ExtensionHost", package: "SealedPush"),
                .product(name: "ExtensionProcess", package: "SealedPush"),
                .product(name: "KeyManagement", package: "SealedPush"),
                .product(name: "PushOpener", package: "SealedPush"),
                .product(name: "PushPayload", package: "SealedPush"),
                .product(name: "PayloadLint", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
                .product(name: "UserNotifications", package: "SealedPush"),
            ],
            path: "Fuzzers",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "fuzz", dependencies: ["CLibFuzzer", "Fuzzers"], path: "Driver", swiftSettings: settings,
            // The linker that Swift takes otherwise, gold, fails on libFuzzer with an internal error.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
)
