import AccountCore
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("The body of a call")
struct WireBodyTests {
    private func body(_ text: String) throws -> WireBody {
        WireBody(try #require(try JSONValue(parsing: text.utf8).object))
    }

    @Test("has its members also in snake case, and null counts as missing")
    func names() throws {
        let body = try body(#"{"phone_number":"+1","sessionInfo":null,"idToken":""}"#)
        #expect(try body.text("phoneNumber") == "+1")
        #expect(try body.text("sessionInfo") == nil && !body.has("sessionInfo"))
        #expect(try body.text("idToken") == "" && (try body.filled("idToken")) == nil)
        #expect(try body.text("code") == nil)
    }

    @Test("gives numbers where texts are wanted, and texts where numbers are wanted")
    func coercion() throws {
        let body = try body(#"{"code":482913,"validSince":"1611780718","on":true,"off":false,"many":["a",1]}"#)
        #expect(try body.text("code") == "482913")
        #expect(try body.number("validSince") == 1_611_780_718)
        #expect(try body.truth("on") == true && (try body.truth("off")) == false)
        #expect(try body.texts("many") == ["a", "1"])
    }

    @Test("knows a word of a list also by its place")
    func words() throws {
        let words = ["UNSPECIFIED", "REAUTH"]
        let body = try body(#"{"a":"REAUTH","b":1,"c":7,"d":"NO","e":"1","f":["REAUTH",0],"g":[1,7]}"#)
        #expect(try body.word("a", of: words) == "REAUTH" && (try body.word("b", of: words)) == "REAUTH")
        for name in ["c", "d"] {
            #expect(throws: AccountError.wrongWord("/\(name)")) { try body.word(name, of: words) }
        }
        #expect(try body.word("e", of: words) == "REAUTH" && (try body.words("f", of: words)) == words.reversed())
        #expect(throws: AccountError.wrongWord("/g/1")) { try body.words("g", of: words) }
    }

    @Test("says the place of a member of another type")
    func types() throws {
        let body = try body(
            #"{"phoneNumber":[],"mfa":{"state":{}},"list":["a",{}],"objects":[{},1],"n":1.5,"t":"maybe","ids":"a","name":true}"#
        )
        #expect(throws: AccountError.wrongType(path: "/phoneNumber", wanted: "string")) { try body.text("phoneNumber") }
        let inner = try #require(try body.object("mfa"))
        #expect(throws: AccountError.wrongType(path: "/mfa/state", wanted: "string")) { try inner.text("state") }
        #expect(throws: AccountError.wrongType(path: "/list/1", wanted: "string")) { try body.texts("list") }
        #expect(throws: AccountError.wrongType(path: "/objects/1", wanted: "object")) { try body.objects("objects") }
        #expect(throws: AccountError.wrongType(path: "/ids", wanted: "array")) { try body.texts("ids") }
        #expect(throws: AccountError.wrongType(path: "/name", wanted: "string")) { try body.text("name") }
        #expect(throws: AccountError.wrongType(path: "/n", wanted: "integer")) { try body.number("n") }
        #expect(throws: AccountError.wrongType(path: "/t", wanted: "boolean")) { try body.truth("t") }
    }
}
