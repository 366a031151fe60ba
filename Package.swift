// swift-tools-version: 6.2
import PackageDescription

/// Whether the manifest is read on Linux. What only Linux has does not exist elsewhere: a target of the name `UserNotifications`
/// would hide Apple's.
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

/// A module on a floor of Sources, which imports modules of its floor and of those below; CONTRIBUTING.md has the drawing.
func module(_ floor: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", swiftSettings: source)
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
        module(
            "Core", "CryptoPrimitives",
            [
                .target(name: "CSodium", condition: .when(platforms: [.linux, .macOS])),
                .product(
                    name: "Crypto", package: "swift-crypto",
                    condition: .when(platforms: [.linux], traits: ["SwiftCrypto"])),
            ]),
        module("Core", "Platform"),
        module("Core", "StrictJSON"),
        module("Core", "KeyManagement", ["CryptoPrimitives", "Platform", "StrictJSON"]),
        module("Core", "PushPayload", ["Platform", "StrictJSON"]),
        module(
            "Core", "SealedEnvelope", ["CryptoPrimitives", "KeyManagement", "Platform", "PushPayload", "StrictJSON"]),
        // The opening of an SQLite file, for the two that have one; it belongs to no product.
        module(
            "Core", "SQLiteFile",
            [
                "Platform", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),

        module(
            "Provider", "PushSealer",
            ["CryptoPrimitives", "KeyManagement", "Platform", "PushPayload", "SealedEnvelope", "StrictJSON"]),
        module("Provider", "PayloadLint", ["PushPayload", "StrictJSON"]),
        module(
            "Provider", "KeyDatabase", ["KeyManagement", "SQLiteFile", .product(name: "GRDB", package: "GRDB.swift")]),
        // Empty without the trait.
        module(
            "Provider", "SealedPushObservability",
            ["KeyManagement", "Platform", "PushOpener", "PushPayload", "PushSealer", "SealedEnvelope", "StrictJSON"]
                + [("Logging", "swift-log"), ("Metrics", "swift-metrics"), ("Tracing", "swift-distributed-tracing")].map
            {
                .product(name: $0, package: $1, condition: .when(traits: ["Observability"]))
            }),

        module(
            "Device", "PushOpener",
            ["CryptoPrimitives", "KeyManagement", "Platform", "PushPayload", "SealedEnvelope", "StrictJSON"]),
        // Apple's frameworks on Apple's systems, those of Phone elsewhere.
        module("Device", "Keychain", ["KeyManagement"] + onLinux("PhoneKeychain")),
        module(
            "Device", "SealedNotifications",
            ["KeyManagement", "Platform", "PushOpener", "PushPayload", "SealedEnvelope", "StrictJSON"]
                + onLinux("UserNotifications")),
        module(
            "Device", "DeliveryStore",
            [
                "CryptoPrimitives", "KeyManagement", "PushOpener", "SQLiteFile", "SealedNotifications", "StrictJSON",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),

        module(
            "Tools", "RoundTrip",
            [
                "CryptoPrimitives", "KeyManagement", "Platform", "PushOpener", "PushPayload", "PushSealer",
                "SealedEnvelope",
                "StrictJSON",
            ] + onLinux("ExtensionHost", "UserNotifications")),
        // Programs in other languages, the test vectors and the hostile corpus under the laws; it belongs to no product.
        module(
            "Tools", "Conformance",
            [
                "CryptoPrimitives", "KeyManagement", "Platform", "PushOpener", "PushPayload", "PushSealer", "RoundTrip",
                "SealedEnvelope", "StrictJSON",
            ] + onLinux("ExtensionHost")),
        .executableTarget(
            name: "sealedpush",
            dependencies: [
                "Conformance", "CryptoPrimitives", "DeliveryStore", "KeyManagement", "PayloadLint", "Platform",
                "PushOpener",
                "PushPayload",
                "PushSealer", "RoundTrip", "SQLiteFile", "SealedEnvelope", "StrictJSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + onLinux("ExtensionHost", "Keychain", "PhoneState", "UserNotifications"),
            path: "Sources/Tools/sealedpush",
            swiftSettings: source
        ),
    ]
)

// The stand-ins for the system of a phone, and the tests that need them or a Linux system.
if isLinux {
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
    package.products += ["ExtensionHost", "PhoneKeychain", "PhoneState", "UserNotifications"].map {
        .library(name: $0, targets: [$0])
    }
    package.targets += [
        module("Phone", "AppStrings", ["Platform", "StrictJSON"]),
        module("Phone", "PhoneState", ["AppStrings", "StrictJSON"]),
        module("Phone", "PhoneKeychain", ["PhoneState", "UserNotifications"]),
        module("Phone", "UserNotifications", ["PhoneState", "PushPayload", "StrictJSON"]),
        module(
            "Tools", "ExtensionHost",
            [
                "Platform", "PhoneState", "PushOpener", "PushPayload", "SealedNotifications", "StrictJSON",
                "UserNotifications",
            ]),
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
            name: "TestSupport", dependencies: ["Platform", "StrictJSON"], path: "Tests/TestSupport",
            swiftSettings: common),
        tests("CryptoPrimitivesTests", ["CSodium", "CryptoPrimitives", "StrictJSON"]),
        tests("StrictJSONTests", ["RoundTrip", "StrictJSON", "TestSupport"]),
        tests("PushPayloadTests", ["PushPayload", "StrictJSON"]),
        tests("PayloadLintTests", ["PayloadLint", "PushPayload", "StrictJSON", "TestSupport"]),
        tests("PushSealerTests", halves + ["TestSupport"]),
        tests(
            "SealedEnvelopeTests",
            [
                "SealedEnvelope", "KeyManagement", "Platform", "PushPayload", "PushSealer", "CryptoPrimitives",
                "StrictJSON",
            ]),
        tests("AppStringsTests", ["AppStrings"]),
        tests(
            "ReadmeTests",
            [
                "ExtensionHost", "KeyManagement", "Keychain", "PhoneState", "PushOpener", "PushSealer",
                "SealedNotifications", "TestSupport", "UserNotifications",
            ]),
        // The extension that the tests of the out-of-process host start.
        program(
            "ExtensionSpecimen",
            [
                "ExtensionHost", "KeyManagement", "Keychain", "PhoneKeychain", "PhoneState", "PushOpener",
                "UserNotifications",
            ]),
        // Makes the errors that Scripts/sanitizers must find.
        program("SanitizerSpecimen", []),
        // Measures the specimen for Scripts/check-extension-cost.
        program(
            "ExtensionCost",
            ["CryptoPrimitives", "ExtensionHost", "KeyManagement", "PushPayload", "PushSealer", "UserNotifications"]),
        // Opens what must be refused, for Scripts/check-refusals.
        program("RefusalCost", halves),
        // Seals and opens on the backend that it is built with, for Scripts/check-backends.
        program("BackendVerdicts", halves),
        // The work whose instructions and allocations Scripts/check-instructions counts.
        program("InstructionCounts", halves + ["PayloadLint"], exclude: ["bounds.txt", "compare.py"]),
        tests(
            "ExtensionHostTests",
            halves + [
                "ExtensionHost", "ExtensionSpecimen", "Keychain", "PhoneState",
                "PhoneKeychain", "TestSupport", "UserNotifications",
            ]),
        tests(
            "UserNotificationsTests",
            [
                "ExtensionHost", "ExtensionSpecimen", "PhoneState", "PushPayload",
                "StrictJSON", "TestSupport", "UserNotifications",
            ]),
        tests("PhoneKeychainTests", ["PhoneKeychain", "PhoneState"]),
        tests(
            "KeychainTests",
            [
                "ExtensionHost", "KeyManagement", "Keychain", "PhoneState", "PushOpener", "PushPayload", "PushSealer",
                "RoundTrip", "PhoneKeychain", "UserNotifications",
            ]),
        // The extension with a store that the tests start in several processes at once.
        program(
            "StoreSpecimen",
            ["DeliveryStore", "ExtensionHost", "KeyManagement", "PushOpener", "UserNotifications"]),
        tests(
            "DeliveryStoreTests",
            [
                "DeliveryStore", "ExtensionHost", "KeyManagement", "PushOpener", "PushPayload",
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
                "AppStrings", "ExtensionHost", "PayloadLint", "PhoneState", "SealedNotifications", "UserNotifications",
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
            name: "BankPhone",
            dependencies: ["DeliveryStore", "Keychain", "PushOpener", "SealedNotifications", "UserNotifications"],
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
                "PushSealer", "PhoneKeychain", "UserNotifications",
            ]),
        tests(
            "CommandLineTests",
            halves + [
                "ExtensionHost", "ExtensionSpecimen", "HarnessSpecimen", "RoundTrip", "TestSupport",
                "UserNotifications", "sealedpush",
            ],
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
