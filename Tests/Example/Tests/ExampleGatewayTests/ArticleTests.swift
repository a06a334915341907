import Foundation
import Testing

/// The articles show what is compiled and tested here.
@Suite("The articles about writing a gateway and about Swift backends")
struct ArticleTests {
    private static func text(_ path: String) throws -> String {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    /// An article's blocks of Swift.
    private static func blocks(of article: String = "WritingAGateway") throws -> [String] {
        try text("../../Sources/verifyd/verifyd.docc/\(article).md")
            .components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    /// The files that the first one shows, in its order; the package comes last.
    private static let files = [
        "Sources/ExampleGateway/ExampleSMS.swift", "Tests/ExampleGatewayTests/ExampleSMSTests.swift",
        "Sources/ExampleGateway/ExampleSMS+provider.swift", "Sources/ExampleGateway/ExampleReceipts.swift",
        "Sources/ExampleVerifyd/main.swift", "Package.swift",
    ]

    /// The files that the second one shows, in its order.
    private static let shop = [
        "Shop", "VerifydErrors", "EventReceiver", "IDTokens", "AsyncHTTPTransport", "main",
    ]

    @Test("the files of the shop that it shows are those that are compiled and run")
    func shop() throws {
        let blocks = try Self.blocks(of: "SwiftBackend")
        try #require(blocks.count == Self.shop.count)
        for (file, block) in zip(Self.shop, blocks) {
            #expect(try Self.text("Sources/ExampleShop/\(file).swift") == block, "\(file)")
        }
    }

    @Test("the transport in the page of the client's own package is the shop's")
    func transport() throws {
        // Between waves, because the gate compiles what stands between quotes with the client alone.
        let block = try Self.text("../../deploy/clients/verifyd-client-swift/README.md")
            .components(separatedBy: "~~~swift\n").last?.components(separatedBy: "~~~").first
        #expect(try Self.text("Sources/ExampleShop/AsyncHTTPTransport.swift") == block)
    }

    @Test("the files of the gateway that it shows are those that are compiled and run")
    func files() throws {
        let blocks = try Self.blocks()
        try #require(blocks.count == Self.files.count)
        for (file, block) in zip(Self.files, blocks) {
            // Here the package lies in the folder of verifyd, and its author's lies beside it.
            let text = try Self.text(file).replacing(
                #".package(name: "verifyd", path: "../..")"#, with: #".package(path: "../verifyd")"#)
            // What the package has for the shop is not the gateway's.
            #expect(text.components(separatedBy: "\n// The shop of").first == block, "\(file)")
        }
    }

    @Test("the gateway that it shows has at most sixty lines")
    func length() throws {
        let gateway = try #require(try Self.blocks().first)
        #expect((1...60).contains(gateway.count(where: \.isNewline)))
    }
}
