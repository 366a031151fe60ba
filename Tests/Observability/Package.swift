// swift-tools-version: 6.2
import PackageDescription

// The tests of SealedPushObservability, as a user of the trait. In a package of their own they build neither the other
// tests nor GRDB; in the root package they would be empty without the trait, and a build of everything with it.
let package = Package(
    name: "Observability",
    dependencies: [
        .package(name: "SealedPush", path: "../..", traits: ["Observability"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        .testTarget(
            name: "ObservabilityTests",
            dependencies: [
                .product(name: "PushOpener", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
                .product(name: "SealedPushObservability", package: "SealedPush"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            path: "Tests",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ]
)
