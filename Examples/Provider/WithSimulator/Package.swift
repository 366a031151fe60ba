// swift-tools-version: 6.2
import PackageDescription

// The provider, the simulator and the command line tool in one package graph: one build makes them, and compiles their common packages once.
let package = Package(
    name: "WithSimulator",
    dependencies: [
        .package(name: "Provider", path: ".."),
        .package(name: "SealedPush", path: "../../..", traits: ["Observability"]),
        .package(name: "Simulator", path: "../../../Simulator"),
    ],
    targets: [
        .target(
            name: "Programs",
            dependencies: [
                .product(name: "provider", package: "Provider"),
                .product(name: "sealedpush", package: "SealedPush"),
                .product(name: "sealedpush-simulator", package: "Simulator"),
            ],
            path: "Sources")
    ]
)
