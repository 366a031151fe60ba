// swift-tools-version: 6.2
import PackageDescription

// The provider and the simulator in one package graph: one build makes both, and compiles their common packages once.
let package = Package(
    name: "WithSimulator",
    dependencies: [
        .package(name: "Provider", path: ".."),
        .package(name: "Simulator", path: "../../../Simulator"),
    ],
    targets: [
        .target(
            name: "Programs",
            dependencies: [
                .product(name: "provider", package: "Provider"),
                .product(name: "sealedpush-simulator", package: "Simulator"),
            ],
            path: "Sources")
    ]
)
