// swift-tools-version: 6.0
// @MADE@
import PackageDescription

// No flag that is unsafe, because nobody could depend on this package then. Whether the code has warnings is asked where it
// is written.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "verifyd-client-swift",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [.library(name: "VerifydClient", targets: ["VerifydClient"])],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", from: "@SWIFT_CRYPTO@")],
    targets: [
        .target(
            name: "VerifydClient", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .testTarget(name: "VerifydClientTests", dependencies: ["VerifydClient"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
