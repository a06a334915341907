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
    name: "verifyd-auth-swift",
    platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [.library(name: "VerifydAuth", targets: ["VerifydAuth"])],
    targets: [
        .target(name: "VerifydAuth", swiftSettings: settings),
        .testTarget(name: "VerifydAuthTests", dependencies: ["VerifydAuth"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
