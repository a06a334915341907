import Foundation
import Testing

/// The article shows what is compiled and tested here.
@Suite("The article about writing a gateway")
struct ArticleTests {
    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The article's blocks of Swift.
    private static func blocks() throws -> [String] {
        try text("Sources/verifyd/verifyd.docc/WritingAGateway.md")
            .components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    /// The files that it shows, in its order; the package comes last.
    private static let files = [
        "ExampleGateway/ExampleSMS.swift", "ExampleGatewayTests/ExampleSMSTests.swift",
        "ExampleGateway/ExampleSMS+provider.swift", "ExampleGateway/ExampleReceipts.swift", "ExampleVerifyd/main.swift",
    ]

    @Test("the files that it shows are those that are compiled and run")
    func files() throws {
        let blocks = try Self.blocks()
        try #require(blocks.count == Self.files.count + 1)
        for (file, block) in zip(Self.files, blocks) { #expect(try Self.text("Tests/\(file)") == block, "\(file)") }
    }

    @Test("the gateway that it shows has at most sixty lines")
    func length() throws {
        let gateway = try #require(try Self.blocks().first)
        #expect((1...60).contains(gateway.count(where: \.isNewline)))
    }

    @Test("each product that its package names is one that a file of it imports")
    func package() throws {
        let blocks = try Self.blocks()
        let products = try #require(blocks.last).components(separatedBy: #".product(name: ""#).dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        #expect(Set(products).count == 6)
        for product in products {
            #expect(blocks.dropLast().joined().contains("import \(product)\n"), "\(product)")
        }
    }
}
