import Foundation
import StrictJSON
import Testing

/// An installation that sends through several providers.
@Suite("with several gateways", .serialized, .timeLimit(.minutes(10)))
struct SeveralGatewaysTests {
    @Test("each message goes through the gateway of its route, the report names it, and doctor asks them all")
    func routes() async throws {
        let austria = try SMSLedger()
        try await austria.open()
        try await withSite { site in
            let file = try Self.file(["main": site.ledger.url, "austria": austria.url])
            defer { try? FileManager.default.removeItem(at: file) }
            let (german, austrian) = ("+4915123410000", "+436601234567")
            let api = try await site.api().caller
            try await site.worker(config: file)
            var gateways: [String?] = []
            for phone in [german, austrian] {
                let id = try #require(try await api.start(phone, wait: 30).id)
                gateways.append(try await api.show(id).body["messages"]?.array?.first?["gateway"]?.string)
            }
            #expect(gateways == ["main", "austria"])
            #expect(site.ledger.hasOneSMS(for: [german]))
            #expect(austria.hasOneSMS(for: [austrian]))

            let well = try await site.run(["doctor", "--config", file.path], with: Site.listedSecrets)
            let subjects = well.array?.compactMap { $0["subject"]?.string } ?? []
            #expect(subjects.contains("gateway main") && subjects.contains("gateway austria"))
            let routes = well.array?.first { $0["subject"]?.string == "routes" }
            #expect(routes?["detail"]?.string == "+43 -> austria; else -> main")
            try await site.expectDrained()
        }
        try await austria.close()
    }

    private static func file(_ urls: [String: String]) throws -> URL {
        let gateways = urls.sorted { $0.key < $1.key }.map { name, url in
            "  - {name: \(name), kind: webhook, url: \"\(url)\"}"
        }
        let routes = ["  - {prefix: +43, gateway: austria}", "  - {gateway: main}"]
        let lines = ["gateways:"] + gateways + ["routes:"] + routes
        let file = FileManager.default.temporaryDirectory.appending(path: "verifyd-\(UUID()).yaml")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        return file
    }
}
