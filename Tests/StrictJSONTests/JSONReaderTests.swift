import StrictJSON
import Testing
import VerificationTesting

@Suite("Reading JSON")
struct JSONReaderTests {
    private func read(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test("every kind of value is read as it was written")
    func values() throws {
        let text = #" { "a" : null , "b":[true,false , -12, 0, 1.5e2,"x"], "c" : { } , "d":[ ] }"# + "\r\n\t "
        let expected: JSONValue = [
            "a": .null, "b": [true, false, -12, 0, 150.0, "x"], "c": .object(JSONObject()), "d": [],
        ]
        #expect(try read(text) == expected)
    }

    @Test("whole numbers are exact to the last digit, larger ones are the nearest double")
    func wholeNumbers() throws {
        #expect(try read("9223372036854775807") == .integer(.max))
        #expect(try read("-9223372036854775808") == .integer(.min))
        #expect(try read("9223372036854775808") == .decimal(9_223_372_036_854_775_808))
        #expect(try read("1.0") == .decimal(1))
        #expect(try read("1E-2").double == 0.01)
    }

    @Test("escapes become their characters")
    func escapes() throws {
        let text = #""q\"b\\s\/n\nr\rt\tb\bf\fu\u00e9\u65E5\ud83d\uDE00|\u0001""#
        #expect(try read(text).string == "q\"b\\s/n\nr\rt\tb\u{08}f\u{0C}u\u{e9}\u{65E5}\u{1F600}|\u{01}")
        #expect(try read(#""日本 \u0041 😀""#).string == "日本 A 😀")
    }

    @Test(
        "what is no JSON document, or could be read in two ways, is refused with its kind and place",
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("{", .unexpectedEnd, 1), ("[1,", .unexpectedEnd, 3),
            (#"{"a""#, .unexpectedEnd, 4), (#""abc"#, .unexpectedEnd, 4), (#""ab\"#, .invalidEscape, 3),
            (#""a\nb"#, .unexpectedEnd, 5), ("tru", .unexpectedEnd, 3), ("trve", .unexpectedByte, 2),
            ("{a:1}", .unexpectedByte, 1), ("[1,]", .unexpectedByte, 3), (#"{"a":1,}"#, .unexpectedByte, 7),
            ("[1}", .unexpectedByte, 2), ("'x'", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0),
            ("/**/1", .unexpectedByte, 0), ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0),
            ("{} x", .trailingBytes, 3), ("{}{}", .trailingBytes, 2), ("1 2", .trailingBytes, 2),
            ("\u{FEFF}{}", .byteOrderMark, 0), (#"{"a":1,"b":2,"a":3}"#, .duplicateMember, 13),
            (#"[{"x":{"a":1,"\u0061":2}}]"#, .duplicateMember, 13), ("\"a\nb\"", .controlCharacter, 2),
            ("\"\\n\u{1F}\"", .controlCharacter, 3), (#""\u0000""#, .nulCharacter, 1), ("\"\0\"", .controlCharacter, 1),
            (#""\x""#, .invalidEscape, 1), (#""\u12G4""#, .invalidEscape, 1), (#""\u12""#, .invalidEscape, 1),
            (#""\u+123""#, .invalidEscape, 1), (#""\ud83d""#, .loneSurrogate, 1),
            (#""\ud83dx""#, .loneSurrogate, 1), (#""\ud83d\n""#, .invalidEscape, 7),
            (#""\ude00\ud83d""#, .loneSurrogate, 1), (#""\ud83d\u0041""#, .loneSurrogate, 1),
            ("01", .invalidNumber, 0), ("-", .invalidNumber, 0), ("-01", .invalidNumber, 0),
            ("[1.]", .invalidNumber, 1),
            ("1e", .invalidNumber, 0), ("1e+", .invalidNumber, 0), ("1e999", .numberOutOfRange, 0),
            ("0x10", .trailingBytes, 1), ("\u{2028}1", .unexpectedByte, 0),
        ] as [(String, JSONError.Kind, Int)])
    func refusals(text: String, kind: JSONError.Kind, offset: Int) {
        #expect(throws: JSONError(kind: kind, offset: offset)) { try read(text) }
    }

    @Test(
        "bytes that are not UTF-8 are refused, with and without escapes beside them",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        for escape in [[], Array(#"\n"#.utf8)] {
            let text = [quote] + escape + bytes + [quote]
            #expect(throws: JSONError(kind: .invalidUTF8, offset: 0)) { try JSONValue(parsing: text) }
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array("{}".utf16).flatMap { [UInt8($0), 0] }) }
    }

    @Test("a document at a limit is read, one beyond it is refused")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            .init(repeating: "[", count: depth) + .init(repeating: "]", count: depth)
        }
        func array(_ count: Int) -> String { "[\(Array(repeating: "0", count: count).joined(separator: ","))]" }
        func object(_ count: Int) -> String { "{\((0..<count).map { #""m\#($0)":0"# }.joined(separator: ","))}" }
        func full(_ rows: Int) -> String { "[\(Array(repeating: array(999), count: rows).joined(separator: ","))]" }

        #expect(throws: Never.self) { try read(nested(32)) }
        #expect(throws: JSONError(kind: .tooDeep, offset: 32)) { try read(nested(33)) }
        #expect(throws: JSONError(kind: .tooDeep, offset: 32)) { try read(nested(100_000)) }
        for container in [array, object] {
            #expect(throws: Never.self) { try read(container(1_000)) }
            #expect { try read(container(1_001)) } throws: { ($0 as? JSONError)?.kind == .tooManyElements }
        }
        #expect(throws: Never.self) { try read(full(10)) }
        #expect { try read(full(11)) } throws: { ($0 as? JSONError)?.kind == .tooManyElements }
    }

    @Test("a duplicate is noticed in an object of many members too")
    func duplicateAmongMany() {
        let members = (0..<500).map { #""member\#($0)":0"# }.joined(separator: ",")
        #expect { try read("{\(members),\"member3\":1}") } throws: {
            ($0 as? JSONError)?.kind == .duplicateMember
        }
    }

    @Test("a problem names no content")
    func problemIsSafeToPrint() {
        #expect {
            try read(#"{"phone":"+4915123456789","phone":"+4915123456789"}"#)
        } throws: {
            "\($0)" == "duplicate member at byte 26"
        }
    }

    @Test("accessors answer nil for another kind, and a null member is not a missing one")
    func accessors() throws {
        let value = try read(#"{"n":null,"s":"x","i":1,"b":true,"a":[]}"#)
        #expect(value["n"]?.isNull == true && value["missing"] == nil)
        #expect(value["s"]?.string == "x" && value["s"]?.integer == nil)
        #expect(value["i"]?.integer == 1 && value["i"]?.double == 1 && value["i"]?.bool == nil)
        #expect(value["b"]?.bool == true && value["a"]?.array == [] && value["a"]?.object == nil)
        #expect(value.string == nil && value["s"]?["x"] == nil)
    }

    @Test("a name that only looks like ours is not ours")
    func looksAlike() throws {
        #expect(try read("{\"\u{212A}\":1}")["K"] == nil)
    }

    @Test("random damage to a document never reads as anything but a value or a problem")
    func randomDamage() throws {
        var random = SeededRandom(seed: .random(in: 0 ... .max))
        let good = Array(#"{"a":[1,2.5,"x\u00e9\n",{"b":null}],"c":{"d":true,"é":"😀"}}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            #expect(try JSONValue(parsing: value.serialized) == value, "seed \(random.seed)")
        }
    }
}
