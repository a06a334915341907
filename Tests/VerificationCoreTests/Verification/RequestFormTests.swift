import Messages
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("What a backend may say")
struct RequestFormTests {
    @Test("a number alone is enough; null is as good as nothing, and what we do not know is passed over")
    func least() throws {
        let form = try read(
            #"""
            {"phoneNumber":"+49 151-0001","languageCode":null,"clientIp":null,"appSignatureHash":null,
             "webOtpDomain":null,"metadata":null,"colour":"green"}
            """#)
        #expect(form.phone.e164 == "+491510001")
        #expect(form.language == nil && form.clientIP == nil && form.autofill == nil && form.metadata.isEmpty)
    }

    @Test("every member is read")
    func most() throws {
        let form = try read(
            #"""
            {"phoneNumber":"+491510001","languageCode":"zh_TW","clientIp":"::ffff:192.0.2.1",
             "webOtpDomain":"example.com","metadata":{"order":"7","":""}}
            """#)
        #expect(form.language == LanguageTag("zh_TW") && form.clientIP == IPAddress("192.0.2.1"))
        #expect(form.autofill == Autofill(webOTPDomain: "example.com"))
        #expect(form.metadata == ["order": "7", "": ""])
    }

    @Test("metadata is bounded: sixteen entries, forty code points of name, five hundred of text")
    func metadata() throws {
        let name = String(repeating: "n", count: 40)
        let text = String(repeating: "t", count: 500)
        #expect(try read(metadata: [(name, text)]).metadata == [name: text])
        let long = String(repeating: "😀", count: 500)
        #expect(try read(metadata: [("", long)]).metadata == ["": long])
        #expect(try read(metadata: (0..<16).map { ("\($0)", "") }).metadata.count == 16)
        for entries in [[(name + "n", "")], [("", text + "t")], [("", text + "\u{301}")]] {
            #expect(throws: InvalidMemberError("metadata", is: .tooLong, entry: 1)) { try read(metadata: entries) }
        }
        #expect(throws: InvalidMemberError("metadata", is: .tooLong)) {
            try read(metadata: (0..<17).map { ("\($0)", "") })
        }
    }

    @Test(
        "a missing, mistyped or impossible member is named",
        arguments: [
            ("{}", InvalidMemberError("phoneNumber", is: .missing)),
            (#"{"phoneNumber":null}"#, InvalidMemberError("phoneNumber", is: .missing)),
            (#"{"phoneNumber":491510001}"#, InvalidMemberError("phoneNumber", is: .wrongType)),
            (#"{"PhoneNumber":"+491510001"}"#, InvalidMemberError("phoneNumber", is: .missing)),
            (#"{"phoneNumber":"+0151"}"#, InvalidMemberError("phoneNumber", is: .phoneNumber(.unknownCallingCode))),
            (#"{"phoneNumber":"+491510001","clientIp":true}"#, InvalidMemberError("clientIp", is: .wrongType)),
            (#"{"phoneNumber":"+491510001","metadata":"x"}"#, InvalidMemberError("metadata", is: .wrongType)),
            (
                #"{"phoneNumber":"+491510001","metadata":{"x":null}}"#,
                InvalidMemberError("metadata", is: .wrongType, entry: 1)
            ),
        ])
    func refused(text: String, problem: InvalidMemberError) {
        #expect(throws: problem) { try read(text) }
    }

    @Test("problems are told in stable words that quote nothing")
    func summaries() {
        #expect(InvalidMemberError("a", is: .missing).summary == "a: missing")
        #expect(InvalidMemberError("a", is: .conflicts(with: "b")).summary == "a: conflicts with b")
        let words = PhoneNumberError.allCases.map { InvalidMemberError("phoneNumber", is: .phoneNumber($0)).summary }
        #expect(words.contains("phoneNumber: too-short") && Set(words).count == PhoneNumberError.allCases.count)
    }

    private func read(_ text: String) throws(InvalidMemberError) -> RequestForm {
        let object = (try? JSONValue(parsing: text.utf8))?.object ?? JSONObject()
        return try RequestForm(reading: object, phones: FakePhoneNumberParser())
    }

    private func read(metadata: [(String, String)]) throws(InvalidMemberError) -> RequestForm {
        let entries = metadata.map { JSONObject.Member(key: $0.0, value: .string($0.1)) }
        let object = JSONObject([
            .init(key: "phoneNumber", value: "+491510001"), .init(key: "metadata", value: .object(JSONObject(entries))),
        ])
        return try RequestForm(reading: object, phones: FakePhoneNumberParser())
    }
}
