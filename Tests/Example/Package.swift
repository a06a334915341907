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

// The shop of the article about Swift backends, which needs more packages than a gateway.
package.dependencies += [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
]
package.targets += [
    .executableTarget(
        name: "ExampleShop",
        dependencies: [
            .product(name: "VerifydClient", package: "verifyd"),
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "JWTKit", package: "jwt-kit"),
            .product(name: "NIOCore", package: "swift-nio"),
        ]),
    .testTarget(
        name: "ExampleShopTests",
        dependencies: [
            "ExampleShop",
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "CryptoExtras", package: "swift-crypto"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "JWTKit", package: "jwt-kit"),
            .product(name: "NIOCore", package: "swift-nio"),
        ]),
]
