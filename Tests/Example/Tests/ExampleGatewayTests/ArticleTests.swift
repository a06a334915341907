import Foundation
import Testing

/// The article shows what is compiled and tested here.
@Suite("The article about writing a gateway")
struct ArticleTests {
    private static func text(_ path: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    /// The article's blocks of Swift.
    private static func blocks() throws -> [String] {
        try text("../../Sources/verifyd/verifyd.docc/WritingAGateway.md")
            .components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    /// The files that it shows, in its order; the package comes last.
    private static let files = [
        "Sources/ExampleGateway/ExampleSMS.swift", "Tests/ExampleGatewayTests/ExampleSMSTests.swift",
        "Sources/ExampleGateway/ExampleSMS+provider.swift", "Sources/ExampleGateway/ExampleReceipts.swift",
        "Sources/ExampleVerifyd/main.swift", "Package.swift",
    ]

    @Test("the files that it shows are those that are compiled and run")
    func files() throws {
        let blocks = try Self.blocks()
        try #require(blocks.count == Self.files.count)
        for (file, block) in zip(Self.files, blocks) {
            // Here the package lies in the folder of verifyd, and its author's lies beside it.
            let text = try Self.text(file).replacing(
                #".package(name: "verifyd", path: "../..")"#, with: #".package(path: "../verifyd")"#)
            #expect(text == block, "\(file)")
        }
    }

    @Test("the gateway that it shows has at most sixty lines")
    func length() throws {
        let gateway = try #require(try Self.blocks().first)
        #expect((1...60).contains(gateway.count(where: \.isNewline)))
    }
}
