// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that whoever adds SealedPush resolves nothing of this.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "SealedPush", path: ".."),
        // Without its traits, which need jemalloc; Scripts/check-instructions counts allocations.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .systemLibrary(
            name: "Sodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        // What the primitives alone cost, in C.
        .target(name: "Floor", dependencies: ["Sodium"]),
        .executableTarget(
            name: "Sealing",
            dependencies: [
                "Floor",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "PushOpener", package: "SealedPush"),
                .product(name: "PushSealer", package: "SealedPush"),
            ],
            path: "Benchmarks/Sealing",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)
