import StrictJSON
import Testing
import VerificationTesting

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test("members and elements come in order, with commas between them and nil left out")
    func document() {
        var writer = JSONWriter()
        writer.object {
            $0.member("text", is: "a")
            $0.member("none", is: String?.none)
            $0.member("whole", is: -5)
            $0.member("half", is: 0.5)
            $0.member("flag", is: false)
            $0.memberArray("list") {
                $0.value(1)
                $0.null()
                $0.object { _ in }
                $0.array { _ in }
            }
            $0.memberObject("inner") { $0.member("value", is: JSONValue.null) }
            $0.member("last", is: true)
        }
        let expected =
            #"{"text":"a","whole":-5,"half":0.5,"flag":false,"list":[1,null,{},[]],"inner":{"value":null},"last":true}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test("what may not stand in a string or could move a terminal is escaped, everything else is left as it is")
    func escapes() {
        let text = "\"\\/\n\r\t\u{01}\u{1F}\u{7F}\u{9B}\u{A0}é😀’\u{2028}\u{202E}\u{2067}"
        let expected = #""\"\\/\n\r\t\u0001\u001f\u007f\u009b"# + "\u{A0}é😀’" + #"\u2028\u202e\u2067""#
        #expect(String(decoding: JSONValue.string(text).serialized, as: UTF8.self) == expected)
    }

    @Test("what is no number in JSON is written as null")
    func notANumber() {
        #expect(JSONValue.array([.decimal(.nan), .decimal(.infinity)]).serialized == Array("[null,null]".utf8))
    }

    @Test("setting members replaces in place, appends at the end, and nil takes out")
    func objectEdits() {
        var object = JSONObject([.init(key: "a", value: 1), .init(key: "b", value: 2)])
        object["a"] = 3
        object["c"] = "x"
        object["b"] = nil
        object["missing"] = nil
        #expect(JSONValue.object(object) == ["a": 3, "c": "x"])
        #expect(object.contains("a") && !object.contains("b"))
    }

    @Test("any value that is written reads back as itself")
    func roundTrip() throws {
        var random = SeededRandom(seed: .random(in: 0 ... .max))
        for _ in 0..<2_000 {
            let value = randomValue(depth: 4, using: &random)
            #expect(try JSONValue(parsing: value.serialized) == value, "seed \(random.seed)")
        }
    }

    private func randomValue(depth: Int, using random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(.random(in: .min ... .max, using: &random))
        case 3: .decimal(.random(in: -1e9...1e9, using: &random))
        case 4: .string(random.text(upTo: 20))
        case 5: .array((0..<3).map { _ in randomValue(depth: depth - 1, using: &random) })
        case _:
            .object(
                JSONObject(
                    (0..<3).map {
                        .init(key: "\($0)" + random.text(upTo: 5), value: randomValue(depth: depth - 1, using: &random))
                    }))
        }
    }
}
