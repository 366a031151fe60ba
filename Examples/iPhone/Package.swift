// swift-tools-version: 6.2
import PackageDescription

// Compiles the files of the app that need none of Apple's frameworks, and runs them; in Xcode, follow README.md instead.
let package = Package(
    name: "iPhoneExample",
    traits: [
        .trait(name: "SwiftCrypto", description: "The primitives of CryptoKit, as on a phone, instead of libsodium's.")
    ],
    dependencies: [
        .package(
            name: "SealedPush", path: "../..",
            traits: [.trait(name: "SwiftCrypto", condition: .when(traits: ["SwiftCrypto"]))])
    ],
    targets: [
        .target(
            name: "BankPhone",
            dependencies: [
                .product(name: "Keychain", package: "SealedPush"),
                .product(name: "PushOpener", package: "SealedPush"),
                .product(name: "SealedNotifications", package: "SealedPush"),
                .product(name: "UserNotifications", package: "SealedPush"),
            ],
            path: ".",
            exclude: [
                "App/AppDelegate.swift", "App/Bank.entitlements", "App/BankApp.swift", "App/Info.plist",
                "NotificationService/Info.plist", "NotificationService/NotificationService.entitlements", "README.md",
                "Shared/DeliveryAttributes.swift", "Tests", "Widget", "test",
            ],
            // The settings of a new project in Xcode 26.
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
        .testTarget(
            name: "BankPhoneTests",
            dependencies: [
                "BankPhone",
                .product(name: "ExtensionHost", package: "SealedPush"),
                .product(name: "KeyManagement", package: "SealedPush"),
                .product(name: "PhoneState", package: "SealedPush"),
                .product(name: "PushOpener", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
                .product(name: "Security", package: "SealedPush"),
            ],
            path: "Tests",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
    ]
)
