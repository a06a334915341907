import Foundation
import Gateways
import Operations
import Testing
import VerificationCore

@testable import Assembly

@Suite("A gateway's kind")
struct GatewayKindTests {
    /// What the article says that each kind needs.
    private static let needs: [(String, String)] = [
        ("sandbox", ""),
        ("webhook", "url: https://sms.example/, secret: whsec_\(String(repeating: "AAAA", count: 8))"),
        ("twilio", "account: AC0123456789abcdef0123456789abcdef, secret: token, sender: \"+15005550006\""),
        ("vonage", "account: abcd1234, secret: s3cret, sender: Acme"),
        ("messagebird", "secret: live_s3cret, sender: Acme"), ("bird", "secret: bk_eu1_s3cret, sender: Acme"),
        ("sns", "region: eu-west-1, account: AKIDEXAMPLE, secret: s3cret"),
        ("aws-sms", "region: eu-west-1, account: AKIDEXAMPLE, secret: s3cret"),
        ("kannel", "account: tester, secret: s3cret"),
        ("smpp", "url: \"smpp://127.0.0.1:2775\", account: tester, secret: s3cret"),
    ]

    @Test("has a gateway of its name, made from what it needs", arguments: needs)
    func complete(kind: String, needs: String) async throws {
        #expect(Set(Self.needs.map(\.0)) == Set(GatewayProviders.builtIn.all.map { $0.kind }))
        let gateway = try await gateway("kind: \(kind), \(needs)")
        #expect(gateway.name == "main")
        await gateway.shutdown()
    }

    @Test("names each setting that it needs and has not", arguments: needs)
    func incomplete(kind: String, needs: String) async throws {
        let entries = needs.split(separator: ", ")
        for missing in entries {
            let others = entries.filter { $0 != missing }.joined(separator: ", ")
            let name = missing.prefix { $0 != ":" }
            await expectProblem("gateways.main.\(name) is not set", of: "kind: \(kind), \(others)")
        }
    }

    @Test("refuses a setting that only another kind reads, by its name", arguments: needs)
    func strange(kind: String, needs: String) async throws {
        let stranger = kind == "kannel" ? "redacts: true" : "smsc: here"
        let name = kind == "kannel" ? "redacts" : "smsc"
        let entry = ["kind: \(kind)", needs, stranger].filter { !$0.isEmpty }.joined(separator: ", ")
        if kind == "sandbox" {
            #expect(try await gateway(entry).name == "main", "a trial changes the kind alone")
        } else {
            await expectProblem("gateways.main.\(name) is set", of: entry)
        }
    }

    @Test("tells which setting cannot work, and not its value")
    func bad() async {
        await expectProblem(
            "gateways.main.account must be", of: "kind: vonage, account: \"s3cret key\", secret: x, sender: Acme")
        await expectProblem("gateways.main.kind is pigeon, but must be sandbox, webhook", of: "kind: pigeon")
        await expectProblem(
            "gateways.main.indiaTemplate is not set",
            of: "kind: sns, region: eu-west-1, account: AKID, secret: x, indiaEntity: a1")
    }

    @Test("decides which settings are listed")
    func listing() async throws {
        let names = try await settings("kind: kannel").lines.map(\.name).filter { $0.hasPrefix("gateways.main.") }
        #expect(
            names.map { $0.dropFirst("gateways.main.".count) } == [
                "kind", "inFlight", "perSecond", "statusPage", "url", "account", "secret", "sender", "senders",
                "indiaEntity", "indiaTemplate", "indiaTemplates", "smsc", "proxy", "caFile", "receiptsToken",
            ])
    }

    @Test("a status page is an https address that a browser may be led to")
    func statusPage() async throws {
        let page = "https://status.example.com/sms?region=eu"
        let list = try await settings("kind: sandbox, statusPage: \"\(page)\"").gatewayList
        #expect(list.member(named: "main")?.statusPage == page)
        #expect(try await settings("kind: sandbox").gatewayList.member(named: "main")?.statusPage == nil)
        for wrong in [
            "http://status.example.com", "javascript:alert(1)", "https://", "https://a:b@c.example",
            "status.example.com",
        ] {
            let settings = try await settings("kind: sandbox, statusPage: \"\(wrong)\"")
            #expect(settings.problems.count == 1, "\(wrong)")
            #expect(throws: SettingsError.self) { try settings.gatewayList }
        }
    }

    @Test("tells a webhook of a request what its list names, and nothing without one")
    func inclusions() async throws {
        let rows: [(String, Set<WebhookInclusion>)] = [
            ("", []), (", include: app", [.app]), (", include: \"metadata, clientIp\"", [.metadata, .clientIP]),
        ]
        for (entry, expected) in rows {
            let settings = try await settings("kind: webhook, url: https://sms.example/, secret: x\(entry)")
            let described = try #require(settings.gateways.first)
            #expect(try Webhook.settings(from: settings.values(of: described)).includes == expected)
        }
        for list in ["everything", "app,", "client_ip", "app;metadata"] {
            await expectProblem(
                "gateways.main.include must be one or more of clientIp, app and metadata",
                of: "kind: webhook, url: https://sms.example/, secret: x, include: \"\(list)\"")
        }
    }

    @Test("has its own usual number of places", arguments: [("smpp", 10), ("twilio", 1_000)])
    func places(kind: String, count: Int) async throws {
        let usual = try await settings("kind: \(kind)")
        #expect(try usual.places(of: try #require(usual.gateways.first)) == count)
        let chosen = try await settings("kind: \(kind), inFlight: 32")
        #expect(try chosen.places(of: try #require(chosen.gateways.first)) == 32)
    }

    private func settings(_ entry: String) async throws -> Settings {
        var result: Settings?
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            try "gateways: [{name: main, \(entry)}]".write(to: config, atomically: true, encoding: .utf8)
            result = try await Settings(SettingsSources(config: config.path), environment: [:])
        }
        return try #require(result)
    }

    private func gateway(_ entry: String) async throws -> any ConnectedGateway {
        let settings = try await settings(entry)
        return try settings.gateway(try #require(settings.gateways.first))
    }

    private func expectProblem(
        _ words: String, of entry: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let problem = await #expect(throws: SettingsError.self, sourceLocation: sourceLocation) {
            _ = try await gateway(entry)
        }
        let text = problem?.description ?? ""
        #expect(text.contains(words) && !text.contains("s3cret"), "\(text)", sourceLocation: sourceLocation)
    }
}
