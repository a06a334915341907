import GatewayConformance
import NIOCore
import SMPP
import Testing
import VerificationCore

@testable import Gateways

/// The octets of the first seven tests were written by smpplib 2.2.4, another's encoder.
@Suite("An SMSC's habits")
struct SMPPHabitTests {
    private static let sample =
        "0000004800000004000000000000000200050041636d65000101343931353131303030303030310000000000"
    private static let tenMinutes = "30303030303030303130303030303052"

    private static func messages(
        _ change: (inout SMPPGatewaySettings) -> Void
    ) throws(GatewaySettingsError) -> SMPPMessages {
        var settings = SMPPGatewaySettings(url: "smpp://127.0.0.1:2775", account: "a", secret: Secret("s3cret"))
        settings.sender = "Acme"
        change(&settings)
        return try SMPPMessages(settings, asksForReceipts: false)
    }

    private static func submits(
        _ text: String, phone: String? = nil, region: String = "DE", _ change: (inout SMPPGatewaySettings) -> Void
    ) throws -> [SubmitMessage] {
        let message = OutgoingMessage.sample(1, phone: phone, text: text, region: region)
        return try messages(change).submits(of: message, reference: 7, at: SMPPHarness.now())
    }

    private static func hex(_ text: String, _ change: (inout SMPPGatewaySettings) -> Void) throws -> String {
        var buffer = ByteBuffer()
        try PDU(sequence: 2, .submit(try #require(submits(text, change).first))).write(to: &buffer)
        return buffer.readableBytesView.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(
        "in Latin-1 and in ASCII the @ of a line for the browser leaves as @", arguments: [SMPPAlphabet.latin1, .ascii])
    func browserLine(alphabet: SMPPAlphabet) throws {
        let text = "Code 561001\n@example.com #561001"
        #expect(
            try Self.hex(text) { $0.alphabet = alphabet } == """
                0000006200000004000000000000000200050041636d65000101343931353131303030303030310000000000\
                \(Self.tenMinutes)000000000020436f6465203536313030310a406578616d706c652e636f6d2023353631303031
                """)
    }

    @Test("letters of Latin-1 leave as an octet each, under the coding that the SMSC wants")
    func latin1() throws {
        #expect(
            try Self.hex("Ça va: 561001 [ê]") { ($0.alphabet, $0.dataCoding) = (.latin1, 3) } == """
                0000005300000004000000000000000200050041636d65000101343931353131303030303030310000000000\
                \(Self.tenMinutes)000000030011c7612076613a20353631303031205bea5d
                """)
    }

    @Test("letters of ASCII leave as they are, under the coding that the SMSC wants")
    func ascii() throws {
        #expect(
            try Self.hex("`561001`") { ($0.alphabet, $0.dataCoding) = (.ascii, 1) }
                == """
                0000004a00000004000000000000000200050041636d65000101343931353131303030303030310000000000\
                \(Self.tenMinutes)000000010008603536313030 3160
                """.filter { $0 != " " })
    }

    @Test("a letter that the SMSC's alphabet lacks takes the text to UCS-2", arguments: [SMPPAlphabet.latin1, .ascii])
    func beyond(alphabet: SMPPAlphabet) throws {
        #expect(
            try Self.hex("561001 €") { ($0.alphabet, $0.dataCoding) = (alphabet, alphabet == .ascii ? 1 : 3) } == """
                0000005200000004000000000000000200050041636d65000101343931353131303030303030310000000000\
                \(Self.tenMinutes)000000080010003500360031003000300031002020ac
                """)
    }

    @Test("a validity may be a moment in UTC")
    func absolute() throws {
        #expect(
            try Self.hex("561001") { $0.validity = .absolute }
                == Self.sample + "3236303130323033313430353030302b000000000006353631303031")
    }

    @Test("a validity may be left out")
    func withoutValidity() throws {
        #expect(
            try Self.hex("561001") { $0.validity = .none }
                == """
                0000003800000004000000000000000200050041636d65000101343931353131303030303030310000000000\
                00000000000 6353631303031
                """.filter { $0 != " " })
    }

    @Test("prescribed kinds of number stand in place of what the numbers look like")
    func kinds() throws {
        let hex = try Self.hex("561001") {
            $0.sourceKind = SMPPNumberKind(ton: 0, npi: 1)
            $0.destinationKind = SMPPNumberKind(ton: 0, npi: 8)
        }
        let expected = Self.sample.replacing("00050041636d65000101", with: "00000141636d65000008")
        #expect(hex == expected + Self.tenMinutes + "000000000006353631303031")
    }

    @Test("a text is cut where the parts on the air are full")
    func parts() throws {
        let rows: [(SMPPAlphabet, String, [Int])] = [
            (.latin1, String(repeating: "é", count: 160), [160]),
            (.latin1, String(repeating: "é", count: 161), [153, 8]),
            (.latin1, String(repeating: "ê", count: 140), [140]),
            (.latin1, String(repeating: "ê", count: 141), [134, 7]),
            (.latin1, String(repeating: "[", count: 80), [80]), (.latin1, String(repeating: "[", count: 81), [76, 5]),
            (.ascii, String(repeating: "@", count: 161), [153, 8]),
            (.ascii, String(repeating: "`", count: 141), [134, 7]),
            (.ascii, String(repeating: "é", count: 71), [134, 8]),
            (.gsm, String(repeating: "é", count: 161), [153, 8]),
        ]
        for (alphabet, text, counts) in rows {
            let submits = try Self.submits(text) { $0.alphabet = alphabet }
            let header = counts.count > 1 ? 6 : 0
            #expect(submits.map { $0.shortMessage.count - header } == counts, "\(alphabet) \(text.prefix(1))")
        }
    }

    @Test("an operator's own parameters go with every message, and India's ids with those to India")
    func parameters() throws {
        let change: (inout SMPPGatewaySettings) -> Void = {
            $0.tlvs = ["0x1403": "hex:0aFF", "5122": "Wort\0"]
            $0.india = IndianRegistration(entityID: "1101", templates: ["en": "1107", "hi": "1108"])
        }
        let own = [
            Parameter(.init(rawValue: 0x1402), value: Array("Wort".utf8) + [0]),
            Parameter(.init(rawValue: 0x1403), value: [0x0A, 0xFF]),
        ]
        #expect(try Self.submits("561001", change).first?.parameters == own)
        let india = try Self.submits("561001", phone: "+919876543210", region: "IN", change)
        let ids = [
            Parameter(.init(rawValue: 0x1400), value: Array("1101".utf8)),
            Parameter(.init(rawValue: 0x1401), value: Array("1107".utf8)),
        ]
        #expect(india.first?.parameters == ids + own)
        let terminated = try Self.submits("561001", phone: "+919876543210", region: "IN") {
            change(&$0)
            $0.indiaTLVs = .terminated
        }
        #expect(terminated.first?.parameters.value(of: .init(rawValue: 0x1401)) == Array("1107".utf8) + [0])
    }

    @Test("what no message can carry is refused by the name of its setting")
    func refused() {
        let mistakes: [SettingsMistake<SMPPGatewaySettings>] = [
            ({ $0.dataCoding = 8 }, .malformedCoding, "dataCoding"),
            ({ $0.dataCoding = 256 }, .malformedCoding, "dataCoding"),
            ({ $0.dataCoding = 3 }, .codingOfAnotherAlphabet, "dataCoding"),
            ({ ($0.alphabet, $0.dataCoding) = (.latin1, 1) }, .codingOfAnotherAlphabet, "dataCoding"),
            ({ $0.sourceKind.ton = 7 }, .malformedTon, "sourceTon"),
            ({ $0.destinationKind.npi = 2 }, .malformedNpi, "destinationNpi"),
            ({ $0.tlvs = ["0x0424": "x"] }, .malformedTag, "tlvs.0x0424"),
            ({ $0.tlvs = ["0x1400": "1", "5120": "2"] }, .malformedTag, "tlvs.5120"),
            ({ $0.tlvs = ["0x14000": "1"] }, .malformedTag, "tlvs.0x14000"),
            ({ $0.tlvs = ["0x1400": "hex:0"] }, .malformedTagValue, "tlvs.0x1400"),
            ({ $0.tlvs = ["0x1400": "s3cret код"] }, .malformedTagValue, "tlvs.0x1400"),
            (
                {
                    $0.tlvs = ["0x1400": "1"]
                    $0.india = IndianRegistration(entityID: "1", templateID: "1")
                }, .malformedTag, "tlvs.0x1400"
            ),
            (
                { $0.india = IndianRegistration(entityID: "1", templates: ["HI": "1"]) }, .malformedTextKey,
                "indiaTemplates.HI"
            ),
            ({ $0.sender = Senders("Acme", byRegion: ["IN": "s3cret and more"]) }, .malformedSender, "senders.IN"),
        ]
        expectRefused(
            mistakes, in: SMPPGatewaySettings(url: "smpp://127.0.0.1:2775", account: "a", secret: Secret("s3cret"))
        ) { settings throws(GatewaySettingsError) in
            _ = try SMPPMessages(settings, asksForReceipts: false)
        }
    }

    @Test("a password that is longer than the specification's is odd, and works")
    func longPassword() throws {
        var settings = SMPPGatewaySettings(url: "smpp://127.0.0.1:2775", account: "a", secret: Secret("8-letter"))
        #expect(settings.advice == nil)
        settings.secret = Secret("sixteen-letters!")
        #expect(settings.advice?.contains("16 characters") == true)
        #expect(try settings.configurations().map(\.bind.password) == ["sixteen-letters!"])
    }
}
