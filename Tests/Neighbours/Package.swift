// swift-tools-version: 6.2
import PackageDescription

// A server that uses SealedPush beside packages that ask which of Apple's frameworks exist: swift-certificates for Security,
// ArgumentParser for os.
let package = Package(
    name: "Neighbours",
    dependencies: [
        .package(name: "SealedPush", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    ],
    targets: [
        .executableTarget(
            name: "Neighbours",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "X509", package: "swift-certificates"),
            ]
                + [
                    "DeliveryStore", "ExtensionHost", "KeyDatabase", "KeyManagement", "Keychain", "PayloadLint",
                    "PhoneKeychain", "PhoneState", "PushOpener", "PushPayload", "PushSealer", "RoundTrip",
                    "SealedNotifications", "SealedPushObservability", "UserNotifications",
                ].map { .product(name: $0, package: "SealedPush") })
    ]
)
