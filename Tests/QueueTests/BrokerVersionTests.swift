import Testing

@testable import Queue

@Suite("a broker's version")
struct BrokerVersionTests {
    @Test(
        "an old cluster may keep what waits in its retry queues while a node is dead",
        arguments: ["3.9.29", "3.10.8", "3.11.28", "3.12.4"])
    func old(text: String) throws {
        let version = try #require(BrokerVersion(text))
        #expect(version.mayKeepRetries)
        #expect(version.description == text)
    }

    @Test("a newer one does not", arguments: ["3.12.5", "3.12.10+2.gabc", "3.13.0", "4.0.3", "4.1.0-rc.1"])
    func new(text: String) throws {
        #expect(try !#require(BrokerVersion(text)).mayKeepRetries)
    }

    @Test("a text that is no version is none", arguments: ["", "3.10", "3.10.8.1", "3.x.8", "3..8", "-1.2.3", "+"])
    func strange(text: String) {
        #expect(BrokerVersion(text) == nil)
    }
}
