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

    /// The article's three blocks of Swift: the gateway, its test, and the package.
    private static func blocks() throws -> [String] {
        let blocks = try text("Sources/verifyd/verifyd.docc/WritingAGateway.md")
            .components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        try #require(blocks.count == 3)
        return blocks
    }

    @Test("the gateway and the test that it shows are the files that are compiled and run")
    func files() throws {
        let blocks = try Self.blocks()
        #expect(try Self.text("Tests/ExampleGateway/ExampleSMS.swift") == blocks[0])
        #expect(try Self.text("Tests/ExampleGatewayTests/ExampleSMSTests.swift") == blocks[1])
    }

    @Test("the gateway that it shows has fewer than sixty lines")
    func length() throws {
        #expect(try (1..<60).contains(Self.blocks()[0].count(where: \.isNewline)))
    }

    @Test("each product that its package names is one that the gateway or its test imports")
    func package() throws {
        let blocks = try Self.blocks()
        let products = blocks[2].components(separatedBy: #".product(name: ""#).dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        #expect(Set(products).count == 5)
        for product in products {
            #expect((blocks[0] + blocks[1]).contains("import \(product)\n"), "\(product)")
        }
    }
}
