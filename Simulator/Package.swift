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

/// Sources mark each unsafe expression; `#expect` expands into such expressions, so tests do not.
let source: [SwiftSetting] = common + [.strictMemorySafety()]

func sealedPush(_ product: String) -> Target.Dependency {
    .product(name: product, package: "SealedPush")
}

let package = Package(
    name: "Simulator",
    products: [
        .library(name: "LocalAPNs", targets: ["LocalAPNs"])
    ],
    dependencies: [
        .package(name: "SealedPush", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        // Apple Push Notification service as values: requests in, answers out; no network, no clock of its own.
        .target(
            name: "LocalAPNs",
            dependencies: [
                sealedPush("PushPayload"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: source
        ),
        .testTarget(
            name: "LocalAPNsTests",
            dependencies: [
                "LocalAPNs", sealedPush("PushPayload"), .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: common
        ),
    ]
)
