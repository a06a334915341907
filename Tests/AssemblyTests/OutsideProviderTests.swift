import Foundation
import GatewayKit
import Gateways
import Operations
import Testing
import Verifications

@testable import Assembly

/// Carries messages by pigeon; it exists in no other module.
private struct Pigeon: ConnectedGateway, GatewayProvider {
    static let kind = "pigeon"
    static let loft = Setting("loft", .text, "pigeon: where the birds start")
    static let speed = Setting("speed", .number(1...90), "pigeon: how fast they fly", tellsRange: true, standard: "60")
    /// Of the built-in kinds it is a secret; here it is none, and a number.
    static let token = Setting("token", .number(1...9), "pigeon: the colour of the ring", standard: "1")
    static let receiptsToken = Setting("receiptsToken", .text, "pigeon: the proof of receipts", isSecret: true)
    static let settings: [any DeclaredSetting] = [loft, speed, token, receiptsToken]
    static let usualInFlight = 12

    let name: String
    let reportsDelivery: Bool
    let honorsIdempotencyKeys = false

    static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        guard try values.value(of: loft) != "closed" else { throw values.problem(with: loft, "has no birds") }
        return Pigeon(name: context.name, reportsDelivery: context.receiptsURL != nil)
    }

    static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: receiptsToken) { () throws(SettingsError) in
            Ring(token: try values.value(of: receiptsToken))
        }
    }

    static func advice(on values: GatewayValues) throws(SettingsError) -> String? {
        try values.value(of: speed) > 80 ? "speed tires the birds" : nil
    }

    func probe(within limit: Duration) async -> GatewayProbe { .answers("coo") }

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome { .accepted(id: nil) }
}

/// Believes a call that bears the token.
private struct Ring: ReceiptReader {
    let token: String

    func receipts(in call: ReceiptCall, at now: Timestamp) async throws(ReceiptError) -> [DeliveryReceipt] {
        guard call.header("ring") == token else { throw .forged }
        return [DeliveryReceipt(gatewayID: String(decoding: call.body, as: UTF8.self), status: .delivered)]
    }
}

@Suite("A provider from outside this package")
struct OutsideProviderTests {
    private static let pigeon = "kind: pigeon, loft: Cologne"

    @Test("has its gateway made from its settings, beside the gateways of the built-in kinds")
    func made() async throws {
        let settings = try await settings("\(Self.pigeon), speed: 70")
        let gateway = try settings.gateway(try #require(settings.gateways.first))
        #expect(gateway is Pigeon && gateway.name == "main" && !gateway.reportsDelivery)
        #expect(try settings.places(of: try #require(settings.gateways.first)) == 12)
        #expect(try ConfiguredGateways(settings).routes.gateways.map(\.name) == ["main"])
        let smpp = try await self.settings("kind: smpp, url: \"smpp://127.0.0.1:2775\", account: a, secret: s")
        #expect(try smpp.gateway(try #require(smpp.gateways.first)).name == "main")
    }

    @Test(
        "has its settings checked, and each named that is wrong",
        arguments: [
            ("kind: pigeon", "gateways.main.loft is not set: pigeon: where the birds start"),
            ("kind: pigeon, loft: closed", "gateways.main.loft has no birds"),
            ("\(pigeon), smsc: a", "gateways.main.smsc is set, but a gateway of kind pigeon does not read it"),
            ("kind: sns, loft: Cologne", "gateways.main.loft is set, but a gateway of kind sns does not read it"),
            ("kind: dove", "gateways.main.kind is dove, but must be sandbox, webhook"),
        ])
    func refused(entry: String, words: String) async throws {
        let settings = try await settings(entry)
        let problem = #expect(throws: SettingsError.self) {
            _ = try settings.gateway(try #require(settings.gateways.first))
        }
        #expect(problem?.description.hasPrefix(words) == true, "\(problem?.description ?? "")")
    }

    @Test("has each value checked in the form that it gives the setting, and the built-in kinds keep theirs")
    func forms() async throws {
        let settings = try await settings("\(Self.pigeon), speed: 91, token: red")
        #expect(
            settings.problems.map(\.description) == [
                "gateways.main.speed must be a number from 1 to 90", "gateways.main.token must be a number from 1 to 9",
            ])
        let webhook = try await self.settings("kind: webhook, url: https://sms.example/, secret: s, token: red")
        #expect(webhook.problems.isEmpty)
    }

    @Test("is listed with its settings, and its secrets are not shown")
    func listed() async throws {
        let settings = try await settings("\(Self.pigeon), token: 7, receiptsToken: sentinel")
        let lines = settings.lines.filter { $0.name.hasPrefix("gateways.main.") }
        #expect(
            lines.map { $0.name.dropFirst("gateways.main.".count) } == [
                "kind", "inFlight", "perSecond", "statusPage", "loft", "speed", "token", "receiptsToken",
            ])
        #expect(lines.map(\.value) == ["pigeon", nil, "0", nil, "Cologne", "60", "7", "(secret)"])
        #expect(lines.first?.summary.hasSuffix(", aws-sms or pigeon") == true)
        #expect(!"\(settings.processFacts)".contains("sentinel"))
    }

    @Test("is a row of the pages, and has what doctor says of it")
    func shown() async throws {
        let settings = try await settings("\(Self.pigeon), speed: 90")
        let described = try #require(settings.gateways.first)
        let row = try #require(try settings.gatewayList.members.first)
        #expect(row.name == "main" && row.kind == "pigeon" && row.inFlight == 12 && row.perSecond == nil)
        #expect(try settings.provider(of: described).kind == "pigeon")
        #expect(try settings.receiptWay(of: described).words == "no receipts: receipts.url is not set")
        #expect(try settings.advice(on: described) == "gateways.main.speed tires the birds")
        #expect(try await settings.gateway(described).probe(within: .seconds(1)) == .answers("coo"))
    }

    @Test("has a route for its receipts as soon as their proof is set, and judges each call itself")
    func receipts() async throws {
        let base = "receipts: {url: \"https://verify.example\"}\n"
        let without = try await settings(Self.pigeon, before: base)
        #expect(try without.receiptSources().isEmpty)
        let reason = try without.receiptWay(of: try #require(without.gateways.first)).words
        #expect(reason == "no receipts: gateways.main.receiptsToken is not set")
        let settings = try await settings("\(Self.pigeon), receiptsToken: r1ng", before: base)
        let source = try #require(try settings.receiptSources()["main"])
        #expect(source.url == "https://verify.example/v1/receipts/main")
        #expect(try settings.gateway(try #require(settings.gateways.first)).reportsDelivery)
        let call = { (ring: String) in
            ReceiptCall(method: "POST", url: source.url, headers: [("Ring", ring)], body: Array("id-1".utf8))
        }
        let now = Timestamp(microseconds: 0)
        #expect(
            try await source.reader.receipts(in: call("r1ng"), at: now)
                == [DeliveryReceipt(gatewayID: "id-1", status: .delivered)])
        await #expect(throws: ReceiptError.forged) {
            _ = try await source.reader.receipts(in: call("other"), at: now)
        }
    }

    @Test("may not have a name that no source can say, or that every gateway has")
    func names() async throws {
        for provider: any GatewayProvider.Type in [Loud.self, Common.self] {
            let problem = #expect(throws: SettingsError.self) { try GatewayProviders([provider]).check() }
            #expect(problem?.description.contains(provider.kind) == true)
        }
        try GatewayProviders(GatewayProviders.builtIn.all + [Pigeon.self]).check()
    }

    private func settings(_ entry: String, before: String = "") async throws -> Settings {
        var result: Settings?
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            try "\(before)gateways: [{name: main, \(entry)}]".write(to: config, atomically: true, encoding: .utf8)
            result = try await Settings(
                SettingsSources(config: config.path),
                providers: GatewayProviders(GatewayProviders.builtIn.all + [Pigeon.self]), environment: [:])
        }
        return try #require(result)
    }
}

/// Its kind is no word that a file can name.
private enum Loud: GatewayProvider {
    static let kind = "LOUD"
    static let settings: [any DeclaredSetting] = []

    static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway { Pigeon(name: context.name, reportsDelivery: false) }
}

/// It has a setting that every gateway has.
private enum Common: GatewayProvider {
    static let kind = "common"
    static let settings: [any DeclaredSetting] = [Setting("perSecond", .text, "")]

    static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway { Pigeon(name: context.name, reportsDelivery: false) }
}
