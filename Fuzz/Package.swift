// swift-tools-version: 6.2
import PackageDescription

// The fuzzers, with libFuzzer. ./run builds them with the necessary flags; a plain `swift build` does not link libFuzzer.
// The main package's FuzzReplayTests also compile `Fuzzers` and replay the corpus.

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
                .product(name: "SealedNotifications", package: "SealedPush"),
                .product(name: "ExtensionHost", package: "SealedPush"),
                .product(name: "KeyManagement", package: "SealedPush"),
                .product(name: "PhoneState", package: "SealedPush"),
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
            // gold, Swift's default linker, fails on libFuzzer with an internal error.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
)
