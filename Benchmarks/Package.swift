// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 mode, warnings are errors, imports say what they expose.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// A package of its own, so that users of SealedPush do not resolve its dependencies.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "SealedPush", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .systemLibrary(
            name: "Sodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        // The libsodium calls of each work, in C.
        .target(name: "Baseline", dependencies: ["Sodium"]),
        .executableTarget(
            name: "Sealing",
            dependencies: [
                "Baseline",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "KeyManagement", package: "SealedPush"),
                .product(name: "PayloadLint", package: "SealedPush"),
                .product(name: "PushOpener", package: "SealedPush"),
                .product(name: "PushPayload", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
            ],
            swiftSettings: common
        ),
        // A registry of a million devices: Benchmarks/registry.
        .executableTarget(
            name: "Registry",
            dependencies: [
                .product(name: "KeyDatabase", package: "SealedPush"),
                .product(name: "KeyManagement", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
            ],
            swiftSettings: common
        ),
    ]
)
