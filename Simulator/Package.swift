// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 mode, warnings are errors, explicit access levels on imports.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Sources mark each unsafe expression; `#expect` expands into such expressions, so tests do not.
let source: [SwiftSetting] = common + [.strictMemorySafety()]

func sealedPush(_ product: String) -> Target.Dependency {
    .product(name: product, package: "SealedPush")
}

let package = Package(
    name: "Simulator",
    products: [
        .library(name: "LocalAPNs", targets: ["LocalAPNs"]),
        .library(name: "LocalAPNsServer", targets: ["LocalAPNsServer"]),
        .library(name: "ProviderClient", targets: ["ProviderClient"]),
        .library(name: "SealedPushSimulator", targets: ["SealedPushSimulator"]),
        .executable(name: "SimulatedExtension", targets: ["SimulatedExtension"]),
        .executable(name: "sealedpush-simulator", targets: ["sealedpush-simulator"]),
    ],
    dependencies: [
        // The trait is that of Examples/Provider, so that both packages can be built in one folder without building twice.
        .package(name: "SealedPush", path: "..", traits: ["Observability"]),
        // Without traits: SwiftPM passes two or more of them in any order, and compiles again after each change of it.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // A model of Apple Push Notification service: requests in, answers out; no network, injected clock.
        .target(
            name: "LocalAPNs",
            dependencies: [
                sealedPush("PushPayload"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: source
        ),
        // The model served over HTTP/2 and TLS.
        .target(
            name: "LocalAPNsServer",
            dependencies: [
                "LocalAPNs",
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: source
        ),
        .target(
            name: "ProviderClient",
            dependencies: [
                "LocalAPNs", sealedPush("KeyManagement"), sealedPush("PushPayload"), sealedPush("PushSealer"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: source
        ),
        .target(
            name: "SealedPushSimulator",
            dependencies: [
                "LocalAPNs", "LocalAPNsServer", "ProviderClient", sealedPush("ExtensionHost"),
                sealedPush("KeyManagement"), sealedPush("Keychain"), sealedPush("PayloadLint"),
                sealedPush("PhoneState"),
                sealedPush("PushPayload"), sealedPush("PushOpener"), sealedPush("PushSealer"),
                sealedPush("UserNotifications"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            resources: [.copy("Page/Resources")],
            swiftSettings: source
        ),
        .executableTarget(
            name: "SimulatedExtension",
            dependencies: [
                sealedPush("ExtensionHost"), sealedPush("KeyManagement"),
                sealedPush("PhoneState"), sealedPush("PushOpener"), sealedPush("PushPayload"),
                sealedPush("UserNotifications"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: source
        ),
        .executableTarget(
            name: "sealedpush-simulator",
            dependencies: [
                "LocalAPNs", "SealedPushSimulator", "ProviderClient", "SimulatedExtension", sealedPush("PayloadLint"),
                sealedPush("PhoneState"), sealedPush("PushPayload"), sealedPush("PushSealer"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: source
        ),
        // The load generator of Tests/load; not a product.
        .executableTarget(
            name: "SimulatorLoad",
            dependencies: [
                "ProviderClient", "SealedPushSimulator", "SimulatedExtension", sealedPush("PushSealer"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/SimulatorLoad",
            swiftSettings: common
        ),
        // An extension of the tests; not a product.
        .executableTarget(
            name: "SimulatorMessenger",
            dependencies: [
                sealedPush("ExtensionHost"), sealedPush("Keychain"), sealedPush("PhoneKeychain"),
                sealedPush("PhoneState"), sealedPush("PushOpener"), sealedPush("SealedNotifications"),
                sealedPush("UserNotifications"),
            ],
            path: "Tests/SimulatorMessenger",
            swiftSettings: common
        ),
        .testTarget(
            name: "LocalAPNsTests",
            dependencies: [
                "LocalAPNs", sealedPush("PushPayload"), .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "LocalAPNsServerTests",
            dependencies: [
                "LocalAPNs", "LocalAPNsServer", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "SealedPushSimulatorTests",
            dependencies: [
                "LocalAPNs", "LocalAPNsServer", "ProviderClient", "SealedPushSimulator", "SimulatedExtension",
                "SimulatorLoad", "SimulatorMessenger", "sealedpush-simulator", sealedPush("ExtensionHost"),
                sealedPush("PhoneState"), sealedPush("PushPayload"), sealedPush("PushSealer"),
                sealedPush("PhoneKeychain"),
                sealedPush("UserNotifications"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: common
        ),
    ]
)
