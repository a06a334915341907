import Foundation
import PostgreSQL
import StrictJSON
import Testing

/// A gateway that takes messages and does not deliver them, and what the installation does about it.
@Suite("with a gateway that does not deliver", .serialized, .timeLimit(.minutes(10)))
struct RouteLearningTests {
    @Test("who asks again after an undelivered message, or after silence, gets the same code through another gateway")
    func elsewhere() async throws {
        try await Self.withGateways(route: "{gateway: main, then: [other]}") { site, twilio, other, start in
            let api = try await site.caller(of: try start("serve", ["http.port=0"]))
            let phones = Site.phones(2)
            for phone in phones { #expect(try await api.start(phone, wait: 30).status == 200) }
            let first = try await twilio.messages(atLeast: 2)
            let told = try #require(first.first { $0.phone == phones[0] })
            try await twilio.tellUntilTaken(api, told, "undelivered", error: 30003)
            for phone in phones {
                try await eventually("a second message") {
                    _ = try await api.start(phone, wait: 30)
                    return other.sms.contains { $0.phone == phone }
                }
                let code = try #require(other.sms.first { $0.phone == phone }?.code)
                #expect(first.contains { $0.phone == phone && $0.text.contains(code) })
            }
            try await site.expectDrained()
            #expect(twilio.messages.count == 2 && other.sms.map(\.phone) == phones)
        }
    }

    @Test("a route that learns takes weight from it, and list, page and log say how much and why")
    func learns() async throws {
        try await Self.withGateways(route: "{gateways: [main 9, other 1], learn: true}") { site, _, _, start in
            try await site.pool.query(
                """
                insert into tally (kind, minute, app, region, gateway, reason, count)
                select kind, date_trunc('minute', now()) - ago * interval '1 minute', 'demo', 'DE', gateway, '', count
                from generate_series(0, 70) as ago, (values ('awaited', 'main', 40), ('awaited', 'other', 40),
                  ('delivered', 'other', 38)) as counted (kind, gateway, count)
                """)
            let worker = try start("worker", [])
            let change = try await worker.says(
                "the gateway's part of its weight has changed in routes that learn", "gateway", "main")
            #expect(change?["weight"]?.string == "10 %" && change?["reason"] == "delivers 0 %, the others 95 %")
            let list = try await Self.list(site)
            #expect(list["gateways"]?.array?.map { $0["learned"]?["percent"] } == [10, nil])
            // An operator's word is worth more.
            _ = try await site.run(
                ["gateways", "weight", "main", "7", "--config", Self.file(of: site)], with: Self.environment)
            #expect(try await Self.list(site)["gateways"]?.array?.first?["learned"] == nil)
            try await site.expectDrained()
        }
    }

    private static let environment = ["VERIFYD_GATEWAY_SECRET": ""]

    private static func list(_ site: Site) async throws -> JSONValue {
        try await site.run(["gateways", "list", "--config", file(of: site)], with: environment)
    }

    /// Where the settings of a test stand.
    private static func file(of site: Site) -> String {
        FileManager.default.temporaryDirectory.appending(path: "verifyd-\(site.prefix)yaml").path
    }

    /// Lends an installation with the gateway `main`, which tells what becomes of its messages, and `other`.
    private static func withGateways(
        route: String,
        _ body: (Site, TwilioStandIn, SMSLedger, (String, [String]) throws -> ChildProcess) async throws -> Void
    ) async throws {
        let other = try SMSLedger()
        try await other.open()
        try await TwilioStandIn.with { twilio in
            try await withSite(rules: #"{"resendAfter":1}"#) { site in
                let key = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
                let text = """
                    gateways:
                      - {name: main, \(twilio.entry)}
                      - {name: other, kind: webhook, url: "\(other.url)", secret: "whsec_\(key.base64EncodedString())"}
                    routes: [\(route)]
                    receipts: {url: "\(twilio.publicURL)"}
                    """
                try Data(text.utf8).write(to: URL(filePath: file(of: site)))
                defer { try? FileManager.default.removeItem(atPath: file(of: site)) }
                try await body(site, twilio, other) { role, settings in
                    try site.start(role, settings: settings, environment, options: ["--config", file(of: site)])
                }
            }
        }
        try await other.close()
    }
}
