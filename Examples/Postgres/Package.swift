// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 mode, warnings are errors.
let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Postgres",
    products: [.library(name: "PostgresKeyStore", targets: ["PostgresKeyStore"])],
    dependencies: [.package(name: "SealedPush", path: "../..")],
    targets: [
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "PostgresKeyStore",
            dependencies: ["CPostgreSQL", .product(name: "KeyManagement", package: "SealedPush")],
            swiftSettings: common + [.strictMemorySafety()]),
        .executableTarget(
            name: "measure",
            dependencies: [
                "PostgresKeyStore", .product(name: "KeyDatabase", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
            ],
            swiftSettings: common),
        // The server that the tests start in several processes and kill.
        .executableTarget(
            name: "PostgresSpecimen",
            dependencies: ["PostgresKeyStore", .product(name: "KeyManagement", package: "SealedPush")],
            path: "Tests/PostgresSpecimen", swiftSettings: common),
        .testTarget(
            name: "PostgresKeyStoreTests",
            dependencies: [
                "PostgresKeyStore", "PostgresSpecimen", .product(name: "KeyManagement", package: "SealedPush"),
                .product(name: "RoundTrip", package: "SealedPush"),
            ],
            swiftSettings: common),
    ]
)
