import Foundation
import Gateways
import Testing
import VerificationCore

@testable import Assembly

/// What an operator prescribes, from `verifyd.yaml` and from the environment to the gateway.
@Suite("A gateway's habits in the settings")
struct GatewayHabitTests {
    private static let smpp = "kind: smpp, url: \"smpp://127.0.0.1:2775\", account: tester, secret: s3cret"

    private func with<Value>(
        _ entry: String, environment: [String: String] = [:], _ body: (Settings, GatewaySettings) throws -> Value
    ) async throws -> Value {
        var result: Value?
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            try "gateways: [{name: main, \(entry)}]".write(to: config, atomically: true, encoding: .utf8)
            let settings = try await Settings(SettingsSources(config: config.path), environment: environment)
            result = try body(settings, try #require(settings.gateways.first))
        }
        return try #require(result)
    }

    private func expectProblem(
        _ words: String, of entry: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let problem = await #expect(throws: SettingsError.self, sourceLocation: sourceLocation) {
            try await with(entry) { _ = try $0.gateway($1) }
        }
        let text = problem?.description ?? ""
        #expect(text.contains(words) && !text.contains("s3cret"), "\(text)", sourceLocation: sourceLocation)
    }

    @Test("every setting of an SMSC reaches it")
    func all() async throws {
        let entry = """
            \(Self.smpp), alphabet: latin1, dataCoding: 3, validity: absolute, sourceTon: 5, sourceNpi: 0, destinationTon: 0,
            destinationNpi: 18, bind: separate, receiptOf: any, receiptIDs: loose, tlvs: {0x1403: 0012, "5122": "hex:0a"},
            indiaEntity: 1101, indiaTemplates: {hi: 1107, shop/en: 1108, "*": 1109}, indiaTLVs: terminated,
            sender: Acme, senders: {IN: VERIFY, NO: "4477", US: "+15550100"}
            """
        let smpp = try await with(entry) { try SMPPGateway.settings(from: $0.values(of: $1)) }
        #expect(smpp.alphabet == .latin1 && smpp.dataCoding == 3 && smpp.validity == .absolute)
        #expect(smpp.sourceKind == SMPPNumberKind(ton: 5, npi: 0))
        #expect(smpp.destinationKind == SMPPNumberKind(ton: 0, npi: 18))
        #expect(smpp.bind == .separate && smpp.receiptOf == .any && smpp.receiptIDs == .loose)
        #expect(smpp.tlvs == ["0x1403": "0012", "5122": "hex:0a"], "a number in the file stays as it is written")
        #expect(
            smpp.india
                == IndianRegistration(entityID: "1101", templates: ["hi": "1107", "shop/en": "1108", "*": "1109"]))
        #expect(smpp.indiaTLVs == .terminated)
        #expect(smpp.sender == Senders("Acme", byRegion: ["IN": "VERIFY", "NO": "4477", "US": "+15550100"]))
        _ = try await with(entry) { try $0.gateway($1) }
    }

    @Test("what is not set is as it was before")
    func usual() async throws {
        let smpp = try await with(Self.smpp) { try SMPPGateway.settings(from: $0.values(of: $1)) }
        #expect(smpp.alphabet == .gsm && smpp.dataCoding == 0 && smpp.validity == .relative && smpp.tlvs.isEmpty)
        #expect(smpp.sourceKind == SMPPNumberKind() && smpp.destinationKind == SMPPNumberKind())
        #expect(smpp.bind == .transceiver && smpp.receiptOf == .last && smpp.receiptIDs == .same && smpp.india == nil)
        #expect(smpp.sender == .none)
    }

    @Test("a mapping is a JSON object in the environment")
    func environment() async throws {
        let variables = ["VERIFYD_GATEWAYS_MAIN_SENDERS": #"{"IN": "VERIFY", "*": "Acme"}"#]
        let senders = try await with(Self.smpp, environment: variables) {
            try SMPPGateway.settings(from: $0.values(of: $1)).sender
        }
        #expect(senders == Senders("Acme", byRegion: ["IN": "VERIFY"]))
    }

    @Test("a provider that needs a sender takes it from the rest of the mapping")
    func restOfSenders() async throws {
        let vonage = "kind: vonage, account: abcd1234, secret: s3cret"
        let settings = try await with("\(vonage), senders: {\"*\": Acme, IN: VERIFY}") {
            try Vonage.settings(from: $0.values(of: $1))
        }
        #expect(settings.sender == Senders("Acme", byRegion: ["IN": "VERIFY"]))
        await expectProblem("gateways.main.sender is not set", of: "\(vonage), senders: {IN: VERIFY}")
    }

    @Test("the template of all texts may stand alone, as before")
    func oneTemplate() async throws {
        let india = try await with("\(Self.smpp), indiaEntity: a1, indiaTemplate: b2") {
            try SMPPGateway.settings(from: $0.values(of: $1)).india
        }
        #expect(india == IndianRegistration(entityID: "a1", templateID: "b2"))
    }

    @Test(
        "what a setting cannot mean is refused by its name",
        arguments: [
            ("alphabet: utf8", "gateways.main.alphabet must be gsm, latin1 or ascii"),
            ("dataCoding: 300", "gateways.main.dataCoding must be"),
            ("dataCoding: 8", "gateways.main.dataCoding must be"),
            ("validity: 5m", "gateways.main.validity must be relative, absolute or none"),
            ("sourceTon: 7", "gateways.main.sourceTon must be"), ("sourceNpi: 2", "gateways.main.sourceNpi must be"),
            ("destinationTon: -1", "gateways.main.destinationTon must be"),
            ("destinationNpi: 19", "gateways.main.destinationNpi must be"),
            ("bind: both", "gateways.main.bind must be transceiver, separate or transmitter"),
            ("bind: transmitter, receipts: true", "gateways.main.receipts is true, but gateways.main.bind"),
            ("receiptOf: each", "gateways.main.receiptOf must be last, first or any"),
            ("receiptIDs: hex", "gateways.main.receiptIDs must be same, loose, hex-to-decimal or decimal-to-hex"),
            ("tlvs: 5", "gateways.main.tlvs must be a mapping"), ("tlvs: {a: {b: c}}", "gateways.main.tlvs must be"),
            ("tlvs: {0x0424: a}", "gateways.main.tlvs.0x0424 is no tag"),
            ("senders: {UK: Acme}", "gateways.main.senders: UK is no region"),
            ("senders: {IN: far-too-long-a-name}", "gateways.main.senders.IN is no sender"),
            ("sender: A, senders: {\"*\": B}", "gateways.main.sender is set, and gateways.main.senders names *"),
            ("indiaTemplates: {hi: 1}", "gateways.main.indiaEntity is not set"),
            ("indiaEntity: 1, indiaTemplates: {hindi!: 1}", "gateways.main.indiaTemplates.hindi! is filed under no"),
            (
                "indiaEntity: 1, indiaTemplate: 2, indiaTemplates: {\"*\": 3}",
                "gateways.main.indiaTemplate is set, and gateways.main.indiaTemplates names *"
            ),
        ])
    func refused(members: String, words: String) async {
        await expectProblem(words, of: "\(Self.smpp), \(members)")
    }

    @Test("a transmitter hears no receipts, and the way of receipts says so")
    func transmitter() async throws {
        let way = try await with("\(Self.smpp), bind: transmitter") { try $0.receiptWay(of: $1) }
        #expect(way == .none("gateways.main.bind is transmitter"))
    }

    @Test("a long password is advised against, and no other setting is")
    func advice() async throws {
        #expect(try await with(Self.smpp) { try $0.advice(on: $1) } == nil)
        let long = Self.smpp.replacing("s3cret", with: "sixteen-letters!")
        let advice = try await with(long) { try $0.advice(on: $1) }
        #expect(advice?.hasPrefix("gateways.main.secret has 16 characters") == true)
        _ = try await with(long) { try $0.gateway($1) }
    }
}
