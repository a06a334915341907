/// A data item in CBOR (RFC 8949), as strict as attestations allow.
///
/// It reads lengths that are definite and as short as can be. Numbers with a fraction, tags and undefined values are
/// refused: no attestation has them, and each of them is one more way to write what a signature does not cover.
package enum CBORValue: Sendable, Hashable {
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// Without two members of the same key.
    case map([CBORValue: CBORValue])
    case bool(Bool)
    case null

    /// Reads a single item; nil for anything else, also for an item with bytes behind it.
    ///
    /// - Parameter bytes: the caller bounds how many.
    package init?(_ bytes: [UInt8]) {
        var reader = CBORReader(bytes)
        guard let value = reader.value(depth: 1), reader.isAtEnd else { return nil }
        self = value
    }

    /// Reads the first item, also of bytes that go on behind it; nil where they begin with none.
    ///
    /// - Parameter bytes: the caller bounds how many.
    /// - Returns: the item, and how many bytes it has.
    package static func first(of bytes: [UInt8]) -> (value: CBORValue, length: Int)? {
        var reader = CBORReader(bytes)
        return reader.value(depth: 1).map { ($0, reader.position) }
    }

    /// The value of a map under a text; nil for all other values.
    package subscript(key: String) -> CBORValue? {
        guard case .map(let members) = self else { return nil }
        return members[.text(key)]
    }

    /// Nil for anything but a byte string.
    package var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// Nil for anything but an array.
    package var array: [CBORValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }
}

/// Reads items one after the other; nil ends the reading.
private struct CBORReader {
    /// How deep arrays and maps may stand in each other.
    private static let deepest = 8
    /// How many items there may be in all.
    private static let most = 1_024

    /// The first three bits of an item (RFC 8949, section 3).
    private enum Major: UInt8 {
        case unsigned, negative, bytes, text, array, map, tag, simple
    }

    private var rest: ArraySlice<UInt8>
    private var count = 0

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }
    var position: Int { rest.startIndex }

    mutating func value(depth: Int) -> CBORValue? {
        count += 1
        guard depth <= Self.deepest, count <= Self.most, let (major, number) = head() else { return nil }
        switch major {
        case .unsigned: return .unsigned(number)
        case .negative: return .negative(number)
        case .bytes: return take(number).map { .bytes(Array($0)) }
        case .text: return take(number).flatMap { String(validating: $0, as: UTF8.self) }.map(CBORValue.text)
        case .array: return array(number, depth: depth)
        case .map: return map(number, depth: depth)
        case .tag: return nil
        case .simple: return Self.simple(number)
        }
    }

    /// The kind of the next item with its number, which is the shortest way to write that number.
    private mutating func head() -> (Major, UInt64)? {
        guard let first = rest.popFirst(), let major = Major(rawValue: first >> 5) else { return nil }
        let short = first & 0x1F
        if short < 24 { return (major, UInt64(short)) }
        // 24 to 27 announce 1, 2, 4 or 8 bytes. Greater values begin an indefinite length, or mean nothing.
        guard short < 28, let bytes = take(1 << UInt64(short - 24)) else { return nil }
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: UInt64 = bytes.count == 1 ? 24 : 1 << UInt64(bytes.count * 4)
        return number < least || major == .simple ? nil : (major, number)
    }

    private mutating func take(_ length: UInt64) -> ArraySlice<UInt8>? {
        guard length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return rest.prefix(Int(length))
    }

    private mutating func array(_ length: UInt64, depth: Int) -> CBORValue? {
        guard length <= UInt64(rest.count) else { return nil }
        var values: [CBORValue] = []
        for _ in 0..<length {
            guard let next = value(depth: depth + 1) else { return nil }
            values.append(next)
        }
        return .array(values)
    }

    private mutating func map(_ length: UInt64, depth: Int) -> CBORValue? {
        guard length <= UInt64(rest.count / 2) else { return nil }
        var members: [CBORValue: CBORValue] = [:]
        for _ in 0..<length {
            guard let key = value(depth: depth + 1), let next = value(depth: depth + 1),
                members.updateValue(next, forKey: key) == nil
            else { return nil }
        }
        return .map(members)
    }

    private static func simple(_ number: UInt64) -> CBORValue? {
        [20: .bool(false), 21: .bool(true), 22: .null][number]
    }
}
