import AccountCore
import Testing
import VerificationCore

@Suite("Custom tokens as an emulator reads them")
struct CustomTokenReadingTests {
    private func jwt(_ header: String, _ payload: String) -> String {
        [header, payload].map { Base64.encodeForURL(Array($0.utf8)) }.joined(separator: ".") + ".c2lnbmVk"
    }

    @Test("the uid may be a text, a number or a truth value, by its new name or its old one")
    func uid() throws {
        for (payload, id) in [
            (#"{"uid":"a"}"#, "a"), (#"{"user_id":"b"}"#, "b"), (#"{"uid":7}"#, "7"), (#"{"uid":true}"#, "true"),
        ] {
            #expect(try CustomToken(emulated: payload).id.text == id)
        }
    }

    @Test("a JWT needs a header, three parts and the audience; its signature and its times do not matter")
    func jwts() throws {
        let payload = #"{"uid":"ann","exp":1,"aud":"\#(CustomToken.audience)"}"#
        #expect(try CustomToken(emulated: jwt(#"{"alg":"RS256"}"#, payload)).id.text == "ann")
        for text in [
            jwt("no", payload), jwt("{}", "no"), jwt("{}", #"{"uid":"ann"}"#), jwt("{}", payload) + ".d", "..", "",
        ] {
            #expect(throws: AccountError.self) { try CustomToken(emulated: text) }
        }
    }
}
