// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "example-gateway",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "verifyd", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .target(
            name: "ExampleGateway",
            dependencies: [
                .product(name: "GatewayKit", package: "verifyd"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "ExampleVerifyd",
            dependencies: ["ExampleGateway", .product(name: "VerifydProgram", package: "verifyd")]),
        .testTarget(
            name: "ExampleGatewayTests",
            dependencies: [
                "ExampleGateway",
                .product(name: "GatewayKit", package: "verifyd"),
                .product(name: "GatewayConformance", package: "verifyd"),
            ]),
    ]
)
