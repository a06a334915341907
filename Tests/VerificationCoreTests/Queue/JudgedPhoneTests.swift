import Testing
import VerificationCore
import VerificationTesting

/// Two processes may have two numbering plans.
@Suite("The publisher's word on a number")
struct JudgedPhoneTests {
    /// A worker's plan that knows no number at all.
    private struct NoPlan: PhoneNumberParser {
        func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber { throw .impossible }
    }

    @Test("a worker takes what the API has judged, also a number that its own plan does not have")
    func taken() throws {
        let request = try #require(VerificationRequest.sample(1))
        #expect(try decode(RequestCodec.encode(request), by: NoPlan()) == request)
    }

    @Test("without the word, or with a kind that the worker does not know, the worker judges")
    func judgedHere() throws {
        for word in ["", #","judged":null"#, #","judged":{"callingCode":"49","region":"DE","kind":"orbital"}"#] {
            let body = Array(Self.body(word).utf8)
            #expect(throws: DeadLetter.self) { try decode(body, by: NoPlan()) }
            #expect(try decode(body, by: FakePhoneNumberParser()).phone.e164 == "+491510001")
        }
    }

    @Test(
        "a word that is none is dead-lettered by its name",
        arguments: [
            (#"7"#, "judged: wrong-type"), (#"{}"#, "judged: malformed"),
            (#"{"callingCode":"44","region":"GB","kind":"mobile"}"#, "judged: malformed"),
            (#"{"callingCode":"49","region":"Germany","kind":"mobile"}"#, "judged: malformed"),
            (#"{"callingCode":"49","region":"DE"}"#, "judged: malformed"),
        ])
    func malformed(word: String, summary: String) {
        #expect { try decode(Array(Self.body(#","judged":"# + word).utf8), by: FakePhoneNumberParser()) } throws: {
            ($0 as? DeadLetter)?.detail == summary
        }
    }

    @Test("only a number in E.164 can have been judged")
    func spelling() {
        let word = #","judged":{"callingCode":"49","region":"DE","kind":"mobile"}"#
        let body = Self.body(word).replacing("+491510001", with: "+49 151 0001")
        #expect(throws: DeadLetter.self) { try decode(Array(body.utf8), by: FakePhoneNumberParser()) }
    }

    private static func body(_ more: String) -> String {
        #"{"verificationId":"019b76da-a800-7c3d-9f21-5b1e0c8a4d67","app":"demo","phoneNumber":"+491510001""# + more
            + "}"
    }

    private func decode(_ body: [UInt8], by phones: some PhoneNumberParser) throws -> VerificationRequest {
        var properties = JobDelivery.Properties()
        properties.type = RequestCodec.messageType
        return try RequestCodec.decode(JobDelivery(body: body, properties: properties, handle: 0), phones: phones)
    }
}
