import AccountCore
import Testing

/// Examples of RFC 8949, appendix A.
@Suite("CBOR")
struct CBORTests {
    @Test("examples of the standard are read")
    func examples() {
        let examples: [(String, CBORValue)] = [
            ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)),
            ("1818", .unsigned(24)), ("1864", .unsigned(100)), ("1903e8", .unsigned(1_000)),
            ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
            ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)), ("20", .negative(0)),
            ("29", .negative(9)), ("3863", .negative(99)), ("3903e7", .negative(999)), ("f4", .bool(false)),
            ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
            ("60", .text("")), ("6161", .text("a")), ("6449455446", .text("IETF")), ("62225c", .text("\"\\")),
            ("62c3bc", .text("\u{fc}")), ("63e6b0b4", .text("\u{6c34}")), ("64f0908591", .text("\u{10151}")),
            ("80", .array([])), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
            (
                "8301820203820405",
                .array([
                    .unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)]),
                ])
            ),
            (
                "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
                .array((1...25).map { .unsigned($0) })
            ),
            ("a0", .map([:])), ("a201020304", .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)])),
            (
                "a26161016162820203",
                .map([.text("a"): .unsigned(1), .text("b"): .array([.unsigned(2), .unsigned(3)])])
            ), ("826161a161626163", .array([.text("a"), .map([.text("b"): .text("c")])])),
        ]
        for (hex, value) in examples { #expect(CBORValue(bytes(hex)) == value, "\(hex)") }
    }

    @Test(
        "what attestations do not have is refused: floats, tags, undefined and simple values, indefinite lengths",
        arguments: [
            "f90000", "f93c00", "fa47c35000", "fb3ff199999999999a", "f97c00", "f7",
            "f0", "f8ff", "f818", "f814",
            "c11a514b67b0", "d74401020304", "d818456449455446", "c249010000000000000000", "5f42010243030405ff",
            "7f657374726561646d696e67ff", "9fff", "9f018202039f0405ffff", "83018202039f0405ff",
            "bf61610161629f0203ffff",
        ])
    func refused(hex: String) { #expect(CBORValue(bytes(hex)) == nil) }

    @Test(
        "garbage is refused, and asks for no more memory than it brings",
        arguments: [
            "", "18", "19ff", "1a000000", "41", "4201", "5bffffffffffffffff", "5b7fffffffffffffff00", "61", "61ff",
            "62c328",
            "9affffffff", "9bffffffffffffffff", "81", "a1", "a101", "bbffffffffffffffff", "ff", "1c", "1d", "1e",
            "1f", "3f", "dc00", "fc", "fd", "fe", "0000", "8001", "a00000",
            // Longer than they have to be.
            "1817", "190017", "1900ff", "1a0000ffff", "1b00000000ffffffff", "580101", "7801 61", "980100", "b801 0000",
            // A key twice.
            "a201000100", "a2616100616101",
        ])
    func garbage(hex: String) { #expect(CBORValue(bytes(hex)) == nil) }

    @Test("what is too deep or too much is refused")
    func bounds() {
        let deep = { (depth: Int) in Array(repeating: UInt8(0x81), count: depth) + [0] }
        #expect(CBORValue(deep(7)) != nil)
        #expect(CBORValue(deep(8)) == nil)
        #expect(CBORValue(deep(1_000_000)) == nil)
        #expect(CBORValue([0x99, 0x03, 0xFF] + Array(repeating: 0, count: 1_023)) != nil)
        #expect(CBORValue([0x99, 0x04, 0x00] + Array(repeating: 0, count: 1_024)) == nil)
    }

    @Test("every beginning of an item is refused, and so is an item with a byte behind it")
    func cut() {
        let whole = bytes("a26161016162820203")
        for length in 0..<whole.count { #expect(CBORValue(Array(whole.prefix(length))) == nil) }
        #expect(CBORValue(whole + [0]) == nil)
    }

    @Test("the first of several items is read with its length")
    func first() throws {
        let (value, length) = try #require(CBORValue.first(of: bytes("8201026161 ff")))
        #expect(value == .array([.unsigned(1), .unsigned(2)]) && length == 3)
        for none in ["", "82 01", "ff00"] { #expect(CBORValue.first(of: bytes(none)) == nil) }
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { $0 != " " }
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
}
