import Messages
import Testing
import VerificationCore
import VerificationTesting

@Suite("Requests as message bodies")
struct RequestCodecTests {
    private static let limits = [RateLimit(20, per: .seconds(3_600)), RateLimit(200, per: .seconds(86_400))]
    private static let verifications: [AppVerification?] = [
        .proven(AppProof(.playIntegrity, digest: "0af7", limits: limits)), .unproven(.pushLate, sends: limits),
        .unproven(.noToken, sends: []), nil,
    ]

    @Test("a request survives the way through the queue, with every member and with none", arguments: 0...3)
    func roundTrip(kind: Int) throws {
        let sample = try #require(VerificationRequest.sample(kind))
        let request = VerificationRequest(
            id: sample.id, app: sample.app, phone: sample.phone, language: kind == 0 ? nil : sample.language,
            clientIP: kind == 1 ? nil : sample.clientIP, asker: Asker.allCases[kind % 3],
            appVerification: Self.verifications[kind],
            autofill: kind == 2 ? Autofill(androidHash: "FA+9qCX9VSu") : sample.autofill,
            metadata: kind == 3 ? [:] : ["b": "\"\\\n\u{1F600}", "a": ""], requestedAt: sample.requestedAt,
            deadline: sample.deadline)
        #expect(try decode(RequestCodec.encode(request)) == request)
    }

    @Test(
        "the content type may have parameters and capitals",
        arguments: [
            ("application/json", true), ("application/json; charset=utf-8", true),
            ("Application/JSON;charset=utf-8", true),
            (nil, true), ("application/json5", false), ("text/plain", false), ("", false),
        ])
    func contentType(type: String?, isRead: Bool) throws {
        let isDecoded = (try? decode(Array(Self.body().utf8)) { $0.contentType = type }) != nil
        #expect(isDecoded == isRead)
    }

    @Test("what a backend need not say has a default: its time is the id's, and it is worth ten minutes")
    func defaults() throws {
        let sample = try #require(VerificationRequest.sample(1))
        let request = try decode(Array(Self.body().utf8))
        #expect(request.id == sample.id && request.phone == sample.phone && request.metadata.isEmpty)
        #expect(request.requestedAt == sample.id.madeAt)
        #expect(request.deadline == sample.id.madeAt + .seconds(600))
        let dated = try decode(Array(Self.body(#","requestedAt":"2026-01-02T00:00:00+01:00","new":[{}]"#).utf8))
        #expect(dated.deadline == dated.requestedAt + .seconds(600))
        #expect(dated.requestedAt.rfc3339 == "2026-01-01T23:00:00.000Z")
    }

    @Test(
        "a member that is wrong is named, and never quoted",
        arguments: [
            ("", "verificationId: missing", "{}"), ("", "verificationId: missing", #"{"verificationId":null}"#),
            ("", "verificationId: wrong-type", #"{"verificationId":7}"#),
            ("", "verificationId: malformed", #"{"verificationId":"0af7651916cd43dd8448eb211c80319c"}"#),
            (#","languageCode":"12""#, "languageCode: malformed", nil),
            (#","languageCode":["de"]"#, "languageCode: wrong-type", nil),
            (#","clientIp":"192.0.2.256""#, "clientIp: malformed", nil),
            (#","webOtpDomain":"https://example.com""#, "webOtpDomain: malformed", nil),
            (#","appSignatureHash":"short""#, "appSignatureHash: malformed", nil),
            (
                #","webOtpDomain":"example.com","appSignatureHash":"FA+9qCX9VSu""#,
                "appSignatureHash: conflicts with webOtpDomain", nil
            ),
            (#","metadata":[]"#, "metadata: wrong-type", nil), (#","metadata":{"a":1}"#, "metadata: wrong-type", nil),
            (#","asker":"owner""#, "asker: malformed", nil), (#","asker":true"#, "asker: wrong-type", nil),
            (#","unprovenSends":"200/day""#, "unprovenSends: malformed", nil),
            (#","unprovenSends":[{"count":0,"seconds":60}]"#, "unprovenSends: malformed", nil),
            (#","unprovenSends":[],"missingProof":"lost""#, "missingProof: malformed", nil),
            (#","missingProof":"no-token""#, "missingProof: needs unprovenSends", nil),
            (#","appProof":{"kind":"captcha","digest":"aa","limits":[]}"#, "appProof: malformed", nil),
            (#","appProof":"app-check""#, "appProof: wrong-type", nil),
            (#","appProof":{"kind":"oath","digest":"aa","limits":[]}"#, "appProof: malformed", nil),
            (#","appProof":{"kind":"captcha","digest":"AA","limits":[]}"#, "appProof: malformed", nil),
            (#","appProof":{"kind":"captcha","digest":"aa"}"#, "appProof: malformed", nil),
            (
                #","unprovenSends":[],"appProof":{"kind":"captcha","digest":"aa","limits":[]}"#,
                "appProof: conflicts with unprovenSends", nil
            ),
            (#","requestedAt":"yesterday""#, "requestedAt: malformed", nil),
            (#","requestedAt":"2026-02-30T00:00:00Z""#, "requestedAt: malformed", nil),
            (#","deadline":1767225600"#, "deadline: wrong-type", nil),
        ] as [(String, String, String?)])
    func invalidMember(_ members: String, detail: String, whole: String?) throws {
        try expect(DeadLetter(.invalidMember, detail: detail), of: whole ?? Self.body(members))
    }

    @Test("the phone number and the app are checked")
    func phoneAndApp() throws {
        let good = Self.body()
        for (number, problem) in [
            ("", "malformed"), ("12345678", "malformed"), ("+49 30 CALL ME", "malformed"),
            ("+1234567", "too-short"), ("+1234567890123456", "too-long"),
        ] {
            let body = good.replacing("+491000000001", with: number)
            try expect(DeadLetter(.invalidMember, detail: "phoneNumber: \(problem)"), of: body)
        }
        for app in ["", "Demo", "de mo", "demo_", String(repeating: "a", count: 41)] {
            try expect(
                DeadLetter(.invalidMember, detail: "app: malformed"), of: good.replacing(#""demo""#, with: "\"\(app)\"")
            )
        }
    }

    @Test("the envelope is looked at before the body")
    func envelope() throws {
        let good = Array(Self.body().utf8)
        try expect(.tooLarge, of: good) { $0.isTooLarge = true }
        try expect(.tooLarge, of: good + [UInt8](repeating: 0x20, count: RequestCodec.largestBody)) { _ in }
        try expect(.unknownType, of: good) { $0.type = nil }
        try expect(.unknownType, of: good) { $0.type = "verification.request.v2" }
        try expect(.wrongContentType, of: good) { $0.contentType = "text/plain" }
        #expect(throws: Never.self) { try decode(good) { $0.contentType = nil } }
        let padded = good + [UInt8](repeating: 0x20, count: RequestCodec.largestBody - good.count)
        #expect(throws: Never.self) { try decode(padded) }
    }

    @Test(
        "a body that is no JSON object is dead-lettered",
        arguments: ["", "null", "[]", "7", "{", #"{"app":"a","app":"b"}"#, "{}{}", "\u{FEFF}{}"])
    func notJSON(body: String) throws {
        try expect(.notJSON, of: Array(body.utf8)) { _ in }
    }

    @Test("half a request, at whatever byte it ends, is dead-lettered and never misread")
    func truncated() throws {
        let request = try #require(VerificationRequest.sample(1))
        let body = RequestCodec.encode(request)
        for length in 0..<body.count { try expect(.notJSON, of: Array(body.prefix(length))) { _ in } }
    }

    @Test("flipped bits are dead-lettered or read, but never crash", arguments: 0..<20)
    func flipped(round: Int) throws {
        var random = SeededRandom(seed: UInt64.random(in: 0 ... .max))
        let body = RequestCodec.encode(try #require(VerificationRequest.sample(1)))
        for _ in 0..<200 {
            var bent = body
            for _ in 0...Int.random(in: 0...3, using: &random) {
                bent[Int.random(in: bent.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            do {
                let read = try decode(bent)
                #expect(try decode(RequestCodec.encode(read)) == read, "seed \(random.seed)")
            } catch {
                #expect(error.reason == .notJSON || error.reason == .invalidMember, "seed \(random.seed)")
            }
        }
    }

    private static func body(_ members: String = "") -> String {
        let id = VerificationRequest.sample(1)?.id.description ?? ""
        return #"{"verificationId":"\#(id)","app":"demo","phoneNumber":"+491000000001"\#(members)}"#
    }

    @discardableResult
    private func decode(
        _ body: [UInt8], _ change: (inout JobDelivery.Properties) -> Void = { _ in }
    ) throws(DeadLetter) -> VerificationRequest {
        var properties = JobDelivery.Properties()
        properties.type = RequestCodec.messageType
        properties.contentType = RequestCodec.contentType
        change(&properties)
        return try RequestCodec.decode(
            JobDelivery(body: body, properties: properties, handle: 0), phones: FakePhoneNumberParser())
    }

    private func expect(_ letter: DeadLetter, of body: String) throws {
        let thrown = #expect(throws: DeadLetter.self) { try decode(Array(body.utf8)) }
        #expect(thrown == letter)
    }

    private func expect(
        _ reason: DeadLetter.Reason, of body: [UInt8], _ change: (inout JobDelivery.Properties) -> Void
    ) throws {
        let thrown = #expect(throws: DeadLetter.self) { try decode(body, change) }
        #expect(thrown?.reason == reason)
    }
}
