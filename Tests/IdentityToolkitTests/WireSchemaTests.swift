import AccountCore
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("What the body of a call may have")
struct WireSchemaTests {
    private let schema = WireSchema(
        texts: "phoneNumber idToken", truths: "on", integers: "rounds", lists: "ids",
        others: [
            ("word", .word(["ZERO", "ONE"])), ("map", .map(.text)),
            ("users", .list(.object(WireSchema(texts: "localId", others: [("inner", .object(.anything))])))),
        ])

    private func refusal(_ text: String) throws -> AccountError? {
        let body = try #require(try JSONValue(parsing: text.utf8).object)
        do throws(AccountError) {
            try schema.check(body)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "takes members of their types, numbers for texts, places for words, and whatever it does not know",
        arguments: [
            "{}", #"{"idToken":1,"phone_number":1.5,"on":true,"rounds":7,"ids":["a",1],"word":"ONE","map":{"a":"b"}}"#,
            #"{"word":1,"hat":[],"users":[]}"#, #"{"word":"1","users":[{"localId":"a","inner":{"b":1},"hat":1}]}"#,
        ])
    func taken(text: String) throws { #expect(try refusal(text) == nil) }

    @Test(
        "says of a member of another type where it stands, and what it must be",
        arguments: [
            (#"{"phone_number":true}"#, "/phoneNumber", "string"), (#"{"idToken":{}}"#, "/idToken", "string"),
            (#"{"on":"true"}"#, "/on", "boolean"), (#"{"on":1}"#, "/on", "boolean"),
            (#"{"rounds":"7"}"#, "/rounds", "integer"), (#"{"rounds":1.5}"#, "/rounds", "integer"),
            (#"{"ids":"a"}"#, "/ids", "array"), (#"{"ids":["a",[]]}"#, "/ids/1", "string"),
            (#"{"word":true}"#, "/word", "string"), (#"{"map":[]}"#, "/map", "object"),
            (#"{"map":{"a":[]}}"#, "/map/a", "string"), (#"{"users":[1]}"#, "/users/0", "object"),
            (#"{"users":[{},{"localId":[]}]}"#, "/users/1/localId", "string"),
            (#"{"word":"TWO"}"#, "/word", "equal to one of the allowed values"),
            (#"{"word":2}"#, "/word", "equal to one of the allowed values"),
            (#"{"phoneNumber":[],"idToken":[]}"#, "/idToken", "string"),
        ])
    func refused(text: String, path: String, wanted: String) throws {
        #expect(try refusal(text) == .wrongType(path: path, wanted: wanted))
    }

    @Test("null counts as missing, except in a list")
    func null() throws {
        for text in [#"{"idToken":null}"#, #"{"users":[{"localId":null}]}"#, #"{"on":null,"map":null}"#] {
            #expect(try refusal(text) == nil)
        }
        #expect(try refusal(#"{"ids":[null]}"#) == .wrongType(path: "/ids/0", wanted: "string"))
    }
}
