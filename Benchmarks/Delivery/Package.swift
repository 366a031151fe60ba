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

// A package of its own, so that the other benchmarks do not resolve and build the simulator's dependencies.
let package = Package(
    name: "Delivery",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "SealedPush", path: "../.."),
        .package(name: "Simulator", path: "../../Simulator"),
    ],
    targets: [
        .executableTarget(
            name: "Delivery",
            dependencies: [
                .product(name: "KeyManagement", package: "SealedPush"),
                .product(name: "PushOpener", package: "SealedPush"),
                .product(name: "PushPayload", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
                .product(name: "LocalAPNs", package: "Simulator"),
                .product(name: "LocalAPNsServer", package: "Simulator"),
                .product(name: "ProviderClient", package: "Simulator"),
            ],
            swiftSettings: common
        )
    ]
)
