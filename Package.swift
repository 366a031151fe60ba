// swift-tools-version: 6.2
import PackageDescription

/// Whether the manifest is read on Linux. What only Linux has does not exist elsewhere: a target of the name `UserNotifications`
/// or `Security` would hide Apple's.
#if os(Linux)
let isLinux = true
#else
let isLinux = false
#endif

/// Settings of every target: Swift 6 mode, warnings are errors, imports say what they expose.
let common: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        // Elsewhere a warning of an SDK that these sources were never built with must not stop the build.
    ] + (isLinux ? [.treatAllWarnings(as: .error)] : [])

/// Sources mark each unsafe expression; `#expect` expands into such expressions, so tests do not.
let source: [SwiftSetting] = common + [.strictMemorySafety()]

/// Dependencies on targets that exist on Linux only.
func onLinux(_ names: String...) -> [Target.Dependency] {
    isLinux ? names.map { .target(name: $0) } : []
}

let package = Package(
    name: "SealedPush",
    // The first with `Mutex`; Documentation/apple-platforms.md has the first version of every symbol.
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "PushSealer", targets: ["PushSealer"]),
        .library(name: "PushOpener", targets: ["PushOpener"]),
        .library(name: "PushPayload", targets: ["PushPayload"]),
        .library(name: "PayloadLint", targets: ["PayloadLint"]),
        .library(name: "KeyManagement", targets: ["KeyManagement"]),
        .library(name: "KeyDatabase", targets: ["KeyDatabase"]),
        .library(name: "Keychain", targets: ["Keychain"]),
        .library(name: "AppStrings", targets: ["AppStrings"]),
        .library(name: "SealedNotifications", targets: ["SealedNotifications"]),
        .library(name: "DeliveryStore", targets: ["DeliveryStore"]),
        .library(name: "RoundTrip", targets: ["RoundTrip"]),
        .library(name: "SealedPushObservability", targets: ["SealedPushObservability"]),
        .executable(name: "sealedpush", targets: ["sealedpush"]),
    ],
    traits: [
        .trait(name: "SwiftCrypto", description: "The primitives of CryptoKit or swift-crypto, not libsodium's."),
        .trait(name: "Networking", description: "UserNotifications imports URLSession too, as on a phone."),
        .trait(name: "Observability", description: "SealedPushObservability: logs, metrics and traces of a server."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // SQLite for DeliveryStore and KeyDatabase: both must be safe for several processes, which is SQLite's trade.
        // It is resolved by everybody and built only by those who add these products; nothing else here depends on it.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // For the trait SwiftCrypto alone; resolved only with it.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // For SealedPushObservability alone; resolved only with its trait.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        .systemLibrary(
            name: "CSodium",
            path: "Sources/Core/CSodium",
            // Homebrew's folders are known to pkg-config only. On Linux the module map names the library, so that a program
            // links it only if it imports it; the flags of pkg-config would link it with the trait SwiftCrypto too.
            pkgConfig: isLinux ? nil : "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .target(
            name: "CryptoPrimitives",
            dependencies: [
                .target(name: "CSodium", condition: .when(platforms: [.linux, .macOS])),
                .product(
                    name: "Crypto", package: "swift-crypto",
                    condition: .when(platforms: [.linux], traits: ["SwiftCrypto"])),
            ],
            path: "Sources/Core/CryptoPrimitives",
            swiftSettings: source),
        // Foundation and the C library, by the names that the platform has for them.
        .target(name: "Platform", path: "Sources/Core/Platform", swiftSettings: source),
        .target(name: "StrictJSON", path: "Sources/Core/StrictJSON", swiftSettings: source),
        .target(
            name: "KeyManagement",
            dependencies: ["CryptoPrimitives", "StrictJSON", "Platform"],
            path: "Sources/Core/KeyManagement",
            swiftSettings: source
        ),
        .target(
            name: "PushPayload", dependencies: ["StrictJSON", "Platform"], path: "Sources/Core/PushPayload",
            swiftSettings: source),
        .target(
            name: "PayloadLint", dependencies: ["PushPayload", "StrictJSON"], path: "Sources/Provider/PayloadLint",
            swiftSettings: source),
        .target(
            name: "SealedEnvelope",
            dependencies: ["CryptoPrimitives", "PushPayload", "StrictJSON"],
            path: "Sources/Core/SealedEnvelope",
            swiftSettings: source
        ),
        .target(
            name: "PushSealer",
            dependencies: [
                "KeyManagement", "PushPayload", "SealedEnvelope", "CryptoPrimitives", "StrictJSON", "Platform",
            ],
            path: "Sources/Provider/PushSealer",
            swiftSettings: source),
        .target(
            name: "PushOpener",
            dependencies: [
                "KeyManagement", "PushPayload", "SealedEnvelope", "CryptoPrimitives", "StrictJSON", "Platform",
            ],
            path: "Sources/Device/PushOpener",
            swiftSettings: source),
        // Apple's framework on Apple's systems, ours elsewhere.
        .target(
            name: "Keychain",
            dependencies: ["KeyManagement"] + onLinux("Security"),
            path: "Sources/Device/Keychain",
            swiftSettings: source
        ),
        .target(
            name: "AppStrings", dependencies: ["StrictJSON"], path: "Sources/Phone/AppStrings", swiftSettings: source),
        .target(
            name: "PropertyLists", dependencies: ["StrictJSON"], path: "Sources/Phone/PropertyLists",
            swiftSettings: source),
        .target(
            name: "SealedNotifications",
            dependencies: [
                "AppStrings", "KeyManagement", "PropertyLists", "PushOpener", "PushPayload", "StrictJSON",
            ] + onLinux("UserNotifications"),
            path: "Sources/Device/SealedNotifications",
            swiftSettings: source
        ),
        // The careful opening of an SQLite file, for the two that have one; it belongs to no product.
        .target(
            name: "SQLiteFile",
            dependencies: [
                "Platform",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Sources/Core/SQLiteFile",
            swiftSettings: source
        ),
        .target(
            name: "DeliveryStore",
            dependencies: [
                "CryptoPrimitives", "KeyManagement", "PushOpener", "SQLiteFile", "SealedNotifications", "StrictJSON",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/Device/DeliveryStore",
            swiftSettings: source
        ),
        .target(
            name: "KeyDatabase",
            dependencies: ["KeyManagement", "SQLiteFile", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Sources/Provider/KeyDatabase",
            swiftSettings: source
        ),
        .target(
            name: "RoundTrip",
            dependencies: [
                "CryptoPrimitives", "KeyManagement", "PushOpener", "PushPayload", "PushSealer", "SealedEnvelope",
                "StrictJSON", "Platform",
            ] + onLinux("ExtensionHost", "UserNotifications"),
            path: "Sources/Tools/RoundTrip",
            swiftSettings: source
        ),
        // Programs in other languages, the test vectors and the hostile corpus under the laws; it belongs to no product.
        .target(
            name: "Conformance",
            dependencies: [
                "CryptoPrimitives", "KeyManagement", "PushOpener", "PushPayload", "PushSealer", "RoundTrip",
                "SealedEnvelope", "StrictJSON", "Platform",
            ] + onLinux("ExtensionProcess"),
            path: "Sources/Tools/Conformance",
            swiftSettings: source
        ),
        // Empty without the trait.
        .target(
            name: "SealedPushObservability",
            dependencies: [
                "KeyManagement", "PushOpener", "PushPayload", "PushSealer", "SealedEnvelope", "StrictJSON",
                "Platform",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Observability"])),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Observability"])),
                .product(
                    name: "Tracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Observability"])),
            ],
            path: "Sources/Provider/SealedPushObservability",
            swiftSettings: source
        ),
        .executableTarget(
            name: "sealedpush",
            dependencies: [
                "Conformance", "CryptoPrimitives", "DeliveryStore", "KeyManagement", "PayloadLint", "PushOpener",
                "PushPayload", "PushSealer", "RoundTrip", "SQLiteFile", "SealedEnvelope", "StrictJSON", "Platform",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
                + onLinux(
                    "CExtendedAttributes", "ExtensionHost", "ExtensionProcess", "Keychain", "PhoneState",
                    "UserNotifications"),
            path: "Sources/Tools/sealedpush",
            swiftSettings: source
        ),
    ]
)

// The stand-ins for the system of a phone, and the tests that need them or a Linux system.
if isLinux {
    /// A module with the name of one of Apple's frameworks, and with the part of it that extensions use;
    /// Documentation/census.md says why each is here.
    func framework(_ name: String, _ dependencies: Target.Dependency...) -> Target {
        .target(name: name, dependencies: dependencies, path: "Sources/Frameworks/\(name)", swiftSettings: source)
    }
    /// What programs and tests of a seal and an opening depend on.
    let halves: [Target.Dependency] = [
        "KeyManagement", "PushOpener", "PushPayload", "PushSealer", "SealedEnvelope", "CryptoPrimitives", "StrictJSON",
    ]
    func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
        .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: common)
    }
    /// A program that tests or scripts start; part of no product.
    func program(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: common)
    }
    package.products += [
        "AVFAudio", "AudioToolbox", "BackgroundTasks", "CallKit", "CoreData", "ExtensionHost", "ExtensionProcess",
        "ImageIO", "Intents", "MobileCoreServices", "OSLog", "PhoneState", "Security", "UniformTypeIdentifiers",
        "UserNotifications",
    ].map { .library(name: $0, targets: [$0]) }
    package.products += [.library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"])]
    package.targets += [
        // The header of glibc for access control lists, which the module Glibc leaves out.
        .systemLibrary(name: "CExtendedAttributes", path: "Sources/Tools/CExtendedAttributes"),
        .target(name: "PhoneState", path: "Sources/Phone/PhoneState", swiftSettings: source),
        framework("AVFAudio"),
        framework("AudioToolbox"),
        framework("BackgroundTasks"),
        framework("CallKit", "PhoneState", "UserNotifications"),
        framework("CoreData"),
        // Names that come with Foundation on a phone and that Linux lacks; it belongs to no product.
        .target(
            name: "FoundationAdditions", dependencies: ["PhoneState"], path: "Sources/Phone/FoundationAdditions",
            swiftSettings: source),
        framework("ImageIO", "FoundationAdditions"),
        framework("Intents", "PhoneState", "UserNotifications"),
        framework("MobileCoreServices"),
        framework("OSLog", "OSSubmodules"),
        // The module map with which `import os.log` finds a module `os`.
        .systemLibrary(name: "OSSubmodules", path: "Sources/Frameworks/OSSubmodules"),
        .target(
            name: "Security", dependencies: ["FoundationAdditions", "PhoneState"], path: "Sources/Phone/Security",
            swiftSettings: source),
        framework("UIKit", "ImageIO", "PhoneState", "UserNotifications"),
        framework("UniformTypeIdentifiers"),
        .target(
            name: "UserNotifications",
            dependencies: ["FoundationAdditions", "PhoneState", "PropertyLists", "StrictJSON"],
            path: "Sources/Phone/UserNotifications", swiftSettings: source),
        // The overlay that Swift Testing asks for in a file that imports it and UIKit.
        framework("_Testing_UIKit"),
        .target(
            name: "ExtensionHost",
            dependencies: [
                "PhoneState", "PropertyLists", "PushOpener", "PushPayload", "SealedNotifications", "StrictJSON",
                "UserNotifications",
            ],
            path: "Sources/Tools/ExtensionHost",
            swiftSettings: source
        ),
        .target(
            name: "ExtensionProcess",
            dependencies: [
                "ExtensionHost", "PhoneState", "PropertyLists", "PushOpener", "PushPayload", "SealedNotifications",
                "StrictJSON", "UserNotifications",
            ],
            path: "Sources/Tools/ExtensionProcess",
            swiftSettings: source
        ),
        // The program that takes the place of a half in the tests of the harness.
        program("HarnessSpecimen", halves),
        tests("KeyManagementTests", ["KeyManagement", "CryptoPrimitives", "StrictJSON", "TestSupport"]),
        tests(
            "RoundTripTests",
            halves + [
                "Conformance", "ExtensionHost", "HarnessSpecimen", "Keychain", "PhoneState", "RoundTrip", "TestSupport",
                "UserNotifications",
            ]),
        // Support for the tests of several modules; part of no product.
        .target(
            name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport", swiftSettings: common),
        tests("CryptoPrimitivesTests", ["CSodium", "CryptoPrimitives", "StrictJSON"]),
        tests("StrictJSONTests", ["RoundTrip", "StrictJSON", "TestSupport"]),
        tests("PushPayloadTests", ["PushPayload", "StrictJSON"]),
        tests("PayloadLintTests", ["PayloadLint", "PushPayload", "StrictJSON", "TestSupport"]),
        tests("PushSealerTests", halves + ["TestSupport"]),
        tests("SealedEnvelopeTests", ["SealedEnvelope", "PushPayload", "CryptoPrimitives", "StrictJSON"]),
        tests("AppStringsTests", ["AppStrings"]),
        tests(
            "ReadmeTests",
            [
                "ExtensionHost", "KeyManagement", "Keychain", "PhoneState", "PushOpener", "PushSealer",
                "SealedNotifications", "TestSupport", "UserNotifications",
            ]),
        tests(
            "PhoneModulesTests",
            [
                "AVFAudio", "AudioToolbox", "BackgroundTasks", "CallKit", "CoreData", "FoundationAdditions", "ImageIO",
                "MobileCoreServices", "OSLog", "PhoneState", "UIKit", "UniformTypeIdentifiers", "UserNotifications",
                "_Testing_UIKit",
            ]),
        // The extension that the tests of the out-of-process host start.
        program(
            "ExtensionSpecimen",
            [
                "ExtensionHost", "ExtensionProcess", "Intents", "KeyManagement", "Keychain", "PushOpener", "Security",
                "UserNotifications",
            ]),
        // Makes the errors that Scripts/sanitizers must find.
        program("SanitizerSpecimen", []),
        // Measures the specimen for Scripts/check-extension-cost.
        program("ExtensionCost", ["ExtensionProcess", "KeyManagement", "PushPayload", "PushSealer"]),
        // Opens what must be refused, for Scripts/check-refusals.
        program("RefusalCost", halves),
        // Seals and opens on the backend that it is built with, for Scripts/check-backends.
        program("BackendVerdicts", halves),
        // The work whose instructions and allocations Scripts/check-instructions counts.
        program("InstructionCounts", halves + ["PayloadLint"], exclude: ["bounds.txt", "compare.py"]),
        tests(
            "ExtensionHostTests",
            halves + [
                "ExtensionHost", "ExtensionProcess", "ExtensionSpecimen", "Intents", "Keychain", "PhoneState",
                "PropertyLists", "Security", "TestSupport", "UserNotifications",
            ]),
        tests(
            "UserNotificationsTests",
            [
                "ExtensionHost", "ExtensionProcess", "ExtensionSpecimen", "Intents", "PhoneState", "PushPayload",
                "StrictJSON", "TestSupport", "UserNotifications",
            ]),
        tests("SecurityTests", ["PhoneState", "Security"]),
        tests(
            "KeychainTests",
            [
                "ExtensionHost", "KeyManagement", "Keychain", "PhoneState", "PushOpener", "PushPayload", "PushSealer",
                "RoundTrip", "Security", "UserNotifications",
            ]),
        // The extension with a store that the tests start in several processes at once.
        program(
            "StoreSpecimen",
            ["DeliveryStore", "ExtensionProcess", "KeyManagement", "PushOpener", "UserNotifications"]),
        tests(
            "DeliveryStoreTests",
            [
                "DeliveryStore", "ExtensionHost", "ExtensionProcess", "KeyManagement", "PushOpener", "PushPayload",
                "PushSealer", "StoreSpecimen", "TestSupport", "UserNotifications",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // The server that the tests of the registry start in several processes and kill.
        program("RegistrySpecimen", ["KeyDatabase", "KeyManagement"]),
        tests(
            "KeyDatabaseTests",
            [
                "KeyDatabase", "KeyManagement", "PushOpener", "PushSealer", "RegistrySpecimen", "RoundTrip",
                "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // What the fuzzers call, compiled once more, so that every run of the tests replays what they found.
        .testTarget(
            name: "FuzzReplayTests",
            dependencies: halves + [
                "AppStrings", "DeliveryStore", "ExtensionHost", "ExtensionProcess", "PayloadLint", "PhoneState",
                "UserNotifications",
            ],
            path: "Fuzz",
            exclude: [
                "CLibFuzzer", "Dictionaries", "Driver", "Package.swift", "README.md", "pack.py", "run", "seeds.py",
            ],
            sources: ["Fuzzers", "Replay"],
            swiftSettings: common
        ),
        // The app of Examples/iPhone, without the files that need Apple's frameworks; with the settings of a new project in Xcode 26.
        .target(
            name: "BankPhone", dependencies: ["Keychain", "PushOpener", "SealedNotifications", "UserNotifications"],
            path: "Examples/iPhone",
            exclude: [
                "App/AppDelegate.swift", "App/Bank.entitlements", "App/BankApp.swift", "App/Info.plist",
                "NotificationService/Info.plist", "NotificationService/NotificationService.entitlements", "README.md",
                "Shared/DeliveryAttributes.swift", "Widget",
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]
        ),
        tests(
            "BankPhoneTests",
            [
                "BankPhone", "ExtensionHost", "KeyManagement", "Keychain", "PhoneState", "PushOpener", "PushPayload",
                "PushSealer", "Security", "UserNotifications",
            ]),
        tests(
            "CommandLineTests",
            halves + ["ExtensionSpecimen", "HarnessSpecimen", "RoundTrip", "TestSupport", "sealedpush"],
            exclude: ["Transcripts"]),
        tests(  // Empty without the trait `Observability`.
            "ObservabilityTests",
            ["PushOpener", "PushSealer", "SealedPushObservability"]
                + [
                    ("Logging", "swift-log"), ("InMemoryLogging", "swift-log"), ("Metrics", "swift-metrics"),
                    ("MetricsTestKit", "swift-metrics"), ("Tracing", "swift-distributed-tracing"),
                    ("InMemoryTracing", "swift-distributed-tracing"),
                ].map { .product(name: $0, package: $1, condition: .when(traits: ["Observability"])) }),
    ]
}

// Keeps the named targets, and what these depend on; Scripts/part builds them with other options, without everything else.
if let part = Context.environment["SEALEDPUSH_PART"] {
    let all = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0.dependencies) })
    var needed: Set<String> = []
    func need(_ name: String) {
        guard let dependencies = all[name] else { fatalError("SEALEDPUSH_PART names \(name), which is no target") }
        guard needed.insert(name).inserted else { return }
        for case .targetItem(let name, _) in dependencies { need(name) }
        for case .byNameItem(let name, _) in dependencies { need(name) }
    }
    part.split(separator: " ").forEach { need(String($0)) }
    package.products = []
    package.targets.removeAll { !needed.contains($0.name) }
}
