import Foundation
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("the JSON Schema in deploy/")
struct SchemaTests {
    private let schema: JSONValue
    private let example: JSONValue

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../deploy/verification-request.schema.json").standardizedFileURL
        schema = try JSONValue(parsing: Array(Data(contentsOf: file)))
        example = try #require(schema["examples"]?.array?.first)
    }

    @Test("its examples are accepted by itself and by the program")
    func examples() throws {
        for example in try #require(schema["examples"]?.array) { try expect(example, isAccepted: true) }
    }

    @Test("it names exactly the members that the program writes and reads")
    func members() throws {
        let webOTP = try #require(VerificationRequest.sample(1))
        let written = try #require(JSONValue(parsing: RequestCodec.encode(webOTP)).object)
        let named = try #require(schema["properties"]?.object)
        let others = [
            "appSignatureHash", "webOtpEmbeddedDomain", "idempotencyKey", "asker", "unprovenSends", "missingProof",
            "appProof",
        ]
        #expect(Set(named.members.map(\.key)) == Set(written.members.map(\.key) + others))
        try expect(.object(written), isAccepted: true)
    }

    @Test("it requires what the program requires")
    func required() throws {
        let required = try #require(schema["required"]?.array)
        for member in try #require(schema["properties"]?.object).members.map(\.key) {
            let isRequired = required.contains(.string(member))
            try expect(example.with(member, nil), isAccepted: !isRequired)
            try expect(example.with(member, .null), isAccepted: !isRequired)
            try expect(example.with(member, 7), isAccepted: false)
        }
    }

    @Test(
        "a value is accepted by both or refused by both",
        arguments: [
            ("verificationId", "019B76DA-A800-7C3D-9F21-5B1E0C8A4D67", true),
            ("verificationId", "019b76da-a800-4c3d-9f21-5b1e0c8a4d67", false),
            ("verificationId", "019b76da-a800-7c3d-cf21-5b1e0c8a4d67", false),
            ("verificationId", "019b76daa8007c3d9f215b1e0c8a4d67", false),
            ("app", "a", true), ("app", String(repeating: "a", count: 40), true),
            ("app", String(repeating: "a", count: 41), false), ("app", "", false), ("app", "Demo", false),
            ("asker", "backend", true), ("asker", "device", true), ("asker", "emulator", true),
            ("asker", "owner", false),
            ("phoneNumber", "+49 151 2345-6789", true), ("phoneNumber", "015123456789", false),
            ("phoneNumber", "", false), ("phoneNumber", "\u{202A}＋４９ 151\u{2011}2345-6789\u{202C}", true),
            ("phoneNumber", "+49 151 2345-6789" + String(repeating: " ", count: 256), false),
            ("languageCode", "zh_TW", true), ("languageCode", "x-klingon", true), ("languageCode", "de--AT", false),
            ("languageCode", "", false), ("languageCode", "français", false), ("languageCode", "12", false),
            ("languageCode", "en_US@calendar=buddhist", true), ("languageCode", "zh_HK_#Hant", true),
            ("languageCode", "th_TH_TH_#u-nu-thai", true), ("languageCode", "sr__#Latn", true),
            ("languageCode", "de_DE.UTF-8", true),
            ("languageCode", "sr___#Latn", false), ("languageCode", "zh_#", false), ("languageCode", "en@", false),
            ("languageCode", "en@a b", false), ("languageCode", "@x", false),
            ("clientIp", "2001:db8::1", true), ("clientIp", "::ffff:192.0.2.1", true), ("clientIp", "localhost", false),
            ("clientIp", "[::1]", false), ("clientIp", "192.0.2.0/24", false), ("clientIp", "", false),
            ("idempotencyKey", "sign-up 4711", true), ("idempotencyKey", "", false), ("idempotencyKey", "clé", false),
            ("idempotencyKey", String(repeating: "k", count: 255), true),
            ("idempotencyKey", String(repeating: "k", count: 256), false),
            ("webOtpDomain", "xn--bcher-kva.example", true), ("webOtpDomain", "localhost", false),
            ("webOtpDomain", "192.0.2.1", false), ("webOtpDomain", "Example.com", false),
            ("webOtpDomain", "-a.example", false), ("webOtpDomain", "a..example", false),
        ])
    func strings(member: String, value: String, isAccepted: Bool) throws {
        try expect(example.with(member, .string(value)), isAccepted: isAccepted)
    }

    @Test("Android's hash is accepted in the place of the domain, and not beside it")
    func autofill() throws {
        let hash = JSONValue.string("FA+9qCX9VSu")
        try expect(example.with("appSignatureHash", hash), isAccepted: false)
        try expect(example.with("appSignatureHash", hash).with("webOtpDomain", .null), isAccepted: true)
        try expect(example.with("appSignatureHash", "FA+9qCX9VS").with("webOtpDomain", nil), isAccepted: false)
    }

    @Test("a frame's domain is accepted beside its page's domain, and not alone")
    func frame() throws {
        let framed = example.with("webOtpEmbeddedDomain", "bank.example")
        try expect(framed, isAccepted: true)
        try expect(framed.with("webOtpDomain", nil), isAccepted: false)
        try expect(framed.with("webOtpDomain", .null), isAccepted: false)
        try expect(example.with("webOtpEmbeddedDomain", "Bank.example"), isAccepted: false)
    }

    @Test("metadata has the same limits in both")
    func metadata() throws {
        func entries(_ count: Int, key: Int = 2, value: Int = 5) -> JSONValue {
            let members = (0..<count).map { index in
                let name = String(index)
                return JSONObject.Member(
                    key: String(repeating: "k", count: key - name.utf8.count) + name,
                    value: .string(String(repeating: "v", count: value)))
            }
            return example.with("metadata", .object(JSONObject(members)))
        }
        try expect(entries(0), isAccepted: true)
        try expect(entries(16), isAccepted: true)
        try expect(entries(17), isAccepted: false)
        try expect(entries(1, key: 40, value: 500), isAccepted: true)
        try expect(entries(1, key: 41), isAccepted: false)
        try expect(entries(1, value: 501), isAccepted: false)
        try expect(example.with("metadata", ["order": 7]), isAccepted: false)
    }

    @Test("a member that nobody knows is ignored by both")
    func unknownMember() throws {
        try expect(example.with("priority", 7), isAccepted: true)
        // Earlier versions of the API wrote it.
        try expect(example.with("phoneSeal", "a.DE.49.mobile.x"), isAccepted: true)
    }

    private func expect(
        _ body: JSONValue, isAccepted: Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let fits = try SchemaValidator(document: schema).accepts(body, schema)
        #expect(fits == isAccepted, "the schema", sourceLocation: sourceLocation)
        var properties = JobDelivery.Properties()
        properties.type = RequestCodec.messageType
        let delivery = JobDelivery(body: body.serialized, properties: properties, handle: 0)
        let isRead = (try? RequestCodec.decode(delivery, phones: FakePhoneNumberParser())) != nil
        #expect(isRead == isAccepted, "the program", sourceLocation: sourceLocation)
    }
}

extension JSONValue {
    /// A copy in which the member has another value, or is missing.
    fileprivate func with(_ member: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var object) = self else { return self }
        object[member] = value
        return .object(object)
    }
}
