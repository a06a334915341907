import Foundation
import Gateways
import Testing
import VerificationCore
import Verifications

@testable import Assembly

@Suite("The settings of receipts")
struct ReceiptSettingsTests {
    private static let base = "https://verify.example/sms/"
    private static let whsec = "whsec_" + String(repeating: "AAAA", count: 8)

    /// What each kind needs so that receipts come, and what is missing without the last entry; nil when nothing is.
    private static let calls: [(String, String, String?)] = [
        ("twilio", "account: AC01, secret: token, sender: Acme", nil),
        ("twilio", "account: AC01, secret: s, sender: Acme, apiKey: SK01, receiptsSecret: token", "receiptsSecret"),
        ("vonage", "account: abcd1234, secret: s3cret, sender: Acme, receiptsSecret: other", "receiptsSecret"),
        ("messagebird", "secret: live_s3cret, sender: Acme, receiptsSecret: other", "receiptsSecret"),
        ("bird", "secret: bk_eu1_s3cret, sender: Acme, receiptsSecret: \(whsec)", "receiptsSecret"),
        ("webhook", "url: https://sms.example/, secret: \(whsec)", nil),
        ("kannel", "account: tester, secret: s3cret, receiptsToken: 0123456789abcdef", "receiptsToken"),
        (
            "aws-sms",
            "region: eu-west-1, account: AKID, secret: s3cret, receiptsTopic: \"arn:aws:sns:eu-west-1:123456789012:r\"",
            "receiptsTopic"
        ),
    ]

    @Test("a provider with what it needs calls its gateway's URL, has a reader, and reports delivery", arguments: calls)
    func complete(kind: String, needs: String, missing: String?) async throws {
        let settings = try await settings("kind: \(kind), \(needs)", base: Self.base)
        let described = try #require(settings.gateways.first)
        let url = "https://verify.example/sms/v1/receipts/main"
        #expect(try settings.receiptWay(of: described) == .calls(url: url))
        let sources = try settings.receiptSources()
        #expect(sources.mapValues(\.url) == ["main": url])
        let gateway = try settings.gateway(described)
        #expect(gateway.reportsDelivery)
        await gateway.shutdown()
    }

    @Test("without its proof, or without the API's URL, receipts do not come, and the reason is told", arguments: calls)
    func incomplete(kind: String, needs: String, missing: String?) async throws {
        let entry = "kind: \(kind), \(needs)"
        try await expectNone("receipts.url is not set", entry, base: nil)
        guard let missing else { return }
        let rest = entry.components(separatedBy: ", ").dropLast().joined(separator: ", ")
        try await expectNone("gateways.main.\(missing) is not set", rest, base: Self.base)
    }

    @Test(
        "kinds that no provider calls for say how their receipts come, or why not",
        arguments: [
            (
                "kind: sandbox", ReceiptWay.none("a sandbox tells them only when its behaviour asks for them")
            ),
            ("kind: sns", .none("Amazon SNS does not report the status of an SMS")), ("kind: smpp", .connection),
            ("kind: smpp, receipts: false", .none("gateways.main.receipts is false")),
        ])
    func others(entry: String, way: ReceiptWay) async throws {
        let settings = try await settings(entry, base: Self.base)
        #expect(try settings.receiptWay(of: try #require(settings.gateways.first)) == way)
        #expect(try settings.receiptSources().isEmpty)
    }

    @Test(
        "an SMSC is asked for receipts when somebody keeps them, unless the settings say otherwise",
        arguments: [(true, true, true), (true, false, false), (false, true, false)])
    func smpp(isKept: Bool, isWanted: Bool, isAsked: Bool) async throws {
        let entry = "kind: smpp, url: \"smpp://127.0.0.1:2775\", account: a, secret: s, receipts: \(isWanted)"
        let settings = try await settings(entry, base: nil)
        let keeps: (@Sendable (GatewayReceipt) async -> Bool)? = isKept ? { @Sendable _ in true } : nil
        let gateway = try settings.gateway(try #require(settings.gateways.first), keeps: keeps)
        #expect(gateway.reportsDelivery == isAsked)
    }

    @Test(
        "a URL that no provider can call is refused",
        arguments: [
            "verify.example", "ftp://verify.example", "https://", "https://a:b@c", "https://a?b", "https://a/%20",
        ])
    func badURL(url: String) async throws {
        let problem = await #expect(throws: SettingsError.self) {
            let settings = try await settings("kind: twilio, account: AC01, secret: t, sender: A", base: url)
            _ = try settings.receiptSources()
        }
        #expect(problem?.description.hasPrefix("receipts.url must be a URL such as") == true)
    }

    @Test("a URL that is too long for the provider is told by the setting that it comes from")
    func longURL() async throws {
        let entry = "kind: vonage, account: abcd1234, secret: s, sender: Acme, receiptsSecret: other"
        let settings = try await settings(entry, base: "https://verify.example/" + String(repeating: "x", count: 100))
        let problem = #expect(throws: SettingsError.self) {
            _ = try settings.gateway(try #require(settings.gateways.first))
        }
        #expect(problem?.description.hasPrefix("receipts.url: the URL for gateways.main is longer") == true)
    }

    @Test("a proof that cannot be one is told by its setting's name, and not shown")
    func badProof() async throws {
        for (entry, name) in [
            ("kind: kannel, account: a, secret: s, receiptsToken: shorty", "receiptsToken"),
            ("kind: bird, secret: bk_eu1_s, sender: A, receiptsSecret: shorty", "receiptsSecret"),
            ("kind: aws-sms, region: eu-west-1, account: a, secret: s, receiptsTopic: shorty", "receiptsTopic"),
        ] {
            let settings = try await settings(entry, base: Self.base)
            let problem = #expect(throws: SettingsError.self) { _ = try settings.receiptSources() }
            let words = problem?.description ?? ""
            #expect(words.hasPrefix("gateways.main.\(name) must be") && !words.contains("shorty"), "\(words)")
        }
    }

    private func expectNone(_ reason: String, _ entry: String, base: String?) async throws {
        let settings = try await settings(entry, base: base)
        let described = try #require(settings.gateways.first)
        #expect(try settings.receiptWay(of: described) == .none(reason))
        #expect(try settings.receiptSources().isEmpty)
        let gateway = try settings.gateway(described)
        #expect(!gateway.reportsDelivery)
        await gateway.shutdown()
    }

    private func settings(_ entry: String, base: String?) async throws -> Settings {
        var result: Settings?
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            let receipts = base.map { "receipts: {url: \"\($0)\"}\n" } ?? ""
            try "\(receipts)gateways: [{name: main, \(entry)}]".write(to: config, atomically: true, encoding: .utf8)
            result = try await Settings(SettingsSources(config: config.path), environment: [:])
        }
        return try #require(result)
    }
}
