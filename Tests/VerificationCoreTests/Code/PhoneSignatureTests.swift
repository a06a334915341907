import Testing
import VerificationCore
import VerificationTesting

@Suite("A number's seal")
struct PhoneSignatureTests {
    private let id = VerificationID(high: 0x01a1_fd91_d2cf_7dab, low: 0xad7e_ffd8_5ba6_54ed)
    private let phone = PhoneNumber(e164: "+4915112345678", region: "DE", callingCode: 49, kind: .mobile)
    private let keys: KeyRing

    init() throws {
        keys = try KeyRing("a:\(String(repeating: "QUFB", count: 11)),b:\(String(repeating: "QkJC", count: 11))")
    }

    private func signature() throws -> String { try #require(keys.sign(phone, of: id)) }

    @Test("a sealed number is believed, with all that was judged of it")
    func believed() throws {
        #expect(keys.number(phone.e164, signedBy: try signature(), of: id) == phone)
    }

    @Test("a number of every kind comes out of its seal as it went in", arguments: PhoneNumber.Kind.allCases)
    func everyKind(_ kind: PhoneNumber.Kind) throws {
        let phone = PhoneNumber(e164: "+881612345678", region: "001", callingCode: 881, kind: kind)
        let signature = try #require(keys.sign(phone, of: id))
        #expect(keys.number(phone.e164, signedBy: signature, of: id) == phone)
    }

    @Test("a seal is worth nothing for another number or another request")
    func bound() throws {
        let other = VerificationID(high: id.high, low: id.low + 1)
        #expect(keys.number("+4915112345679", signedBy: try signature(), of: id) == nil)
        #expect(keys.number(phone.e164, signedBy: try signature(), of: other) == nil)
    }

    @Test(
        "a seal that says something else, or nothing, is not believed",
        arguments: ["DE→FR", "49→33", "mobile→voip", "a.→b.", "a.→z."])
    func changed(_ change: String) throws {
        let parts = change.split(separator: "→").map(String.init)
        let changed = try signature().split(separator: ".").map(String.init)
        let forged = changed.joined(separator: ".").replacing(parts[0], with: parts[1], maxReplacements: 1)
        #expect(keys.number(phone.e164, signedBy: forged, of: id) == nil)
        #expect(keys.number(phone.e164, signedBy: "", of: id) == nil)
        #expect(keys.number(phone.e164, signedBy: "....", of: id) == nil)
    }

    @Test("only a message with a good seal is read without judging its number")
    func decoding() throws {
        let now = Timestamp(seconds: 1_767_225_600)
        let app = try #require(AppID("demo"))
        let request = VerificationRequest(
            id: id, app: app, phone: phone, phoneSignature: try signature(), requestedAt: now,
            deadline: now + .seconds(600))
        var properties = RequestDelivery.Properties()
        properties.type = RequestCodec.messageType
        let delivery = RequestDelivery(body: RequestCodec.encode(request), properties: properties, receipt: 0)
        #expect(try RequestCodec.decode(delivery, phones: NoNumbers(), keys: keys) == request)
        #expect(throws: DeadLetter.self) { try RequestCodec.decode(delivery, phones: NoNumbers()) }
    }
}

/// Finds every number wrong.
private struct NoNumbers: PhoneNumberParser {
    func parse(_ text: String) throws(PhoneNumberProblem) -> PhoneNumber { throw .impossible }
}
