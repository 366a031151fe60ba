// swift-tools-version: 6.2
import PackageDescription

/// The settings of the root package.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

func sealedPush(_ name: String) -> Target.Dependency { .product(name: name, package: "SealedPush") }

/// A module with the name of one of Apple's frameworks, and with the part of it that extensions use;
/// Documentation/census.md says why each is here.
func framework(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: common + [.strictMemorySafety()]
    )
}

// Linux only: elsewhere these names are Apple's.
let package = Package(
    name: "Frameworks",
    products: [
        "AVFAudio", "AudioToolbox", "BackgroundTasks", "CallKit", "Combine", "CoreData", "FoundationAdditions",
        "ImageIO", "Intents",
        "MobileCoreServices",
        "OSLog", "Security", "UniformTypeIdentifiers",
    ].map { .library(name: $0, targets: [$0]) } + [.library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"])],
    dependencies: [.package(name: "SealedPush", path: "..")],
    targets: [
        framework("AVFAudio"),
        framework("AudioToolbox"),
        framework("BackgroundTasks"),
        framework("CallKit", "FoundationAdditions", sealedPush("PhoneState"), sealedPush("UserNotifications")),
        framework("Combine"),
        framework("CoreData"),
        // What Foundation has on a phone; UIKit, Intents, CallKit and OSLog export it.
        framework("FoundationAdditions", sealedPush("UserNotifications")),
        framework("ImageIO", sealedPush("UserNotifications")),
        framework("Intents", "FoundationAdditions", sealedPush("PhoneState"), sealedPush("UserNotifications")),
        framework("MobileCoreServices"),
        framework("OSLog", "FoundationAdditions", "OSSubmodules"),
        // The module map with which `import os.log` finds a module `os`.
        .systemLibrary(name: "OSSubmodules", path: "Sources/OSSubmodules"),
        framework("Security", "SecRandomSodium", sealedPush("PhoneKeychain"), sealedPush("UserNotifications")),
        .systemLibrary(name: "SecRandomSodium", path: "Sources/SecRandomSodium"),
        framework("UIKit", "FoundationAdditions", "ImageIO", sealedPush("PhoneState"), sealedPush("UserNotifications")),
        framework("UniformTypeIdentifiers"),
        // The overlay that Swift Testing asks for in a file that imports it and UIKit.
        framework("_Testing_UIKit"),
        .testTarget(
            name: "FrameworksTests",
            dependencies: [
                "AVFAudio", "AudioToolbox", "BackgroundTasks", "CallKit", "Combine", "CoreData", "FoundationAdditions",
                "ImageIO", "Intents", "MobileCoreServices", "OSLog", "Security", "UIKit", "UniformTypeIdentifiers",
                "_Testing_UIKit",
                sealedPush("ExtensionHost"), sealedPush("KeyManagement"), sealedPush("PhoneState"),
                sealedPush("PushOpener"), sealedPush("PushPayload"), sealedPush("PushSealer"),
                sealedPush("SealedNotifications"), sealedPush("UserNotifications"),
            ],
            swiftSettings: common),
    ]
)
