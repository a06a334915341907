/// Reads one JSON document from start to end, strictly, in one pass.
struct JSONReader {
    let bytes: [UInt8]
    private let limits: JSONLimits
    var position = 0
    private var depth = 0
    private var elements = 0

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw problem(.byteOrderMark) }
        skipSpace()
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw problem(.trailingBytes) }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        switch current {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", is: .bool(true))
        case UInt8(ascii: "f"): return try word("false", is: .bool(false))
        case UInt8(ascii: "n"): return try word("null", is: .null)
        default: throw unexpected()
        }
    }

    private mutating func word(_ word: String, is value: JSONValue) throws(JSONError) -> JSONValue {
        for letter in word.utf8 { try take(letter) }
        return value
    }

    // MARK: Containers

    private mutating func object() throws(JSONError) -> JSONObject {
        try open()
        var members: [JSONObject.Member] = []
        if try close(UInt8(ascii: "}")) { return JSONObject() }
        members.reserveCapacity(12)
        var names = SeenNames()
        repeat {
            skipSpace()
            let start = position
            guard current == UInt8(ascii: "\"") else { throw unexpected() }
            let key = try string()
            guard names.insert(key, after: members) else { throw JSONError(kind: .duplicateMember, offset: start) }
            skipSpace()
            try take(UInt8(ascii: ":"))
            skipSpace()
            try count(members.count + 1)
            members.append(JSONObject.Member(key: key, value: try value()))
        } while try !endsContainer(with: UInt8(ascii: "}"))
        return JSONObject(members)
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try open()
        var values: [JSONValue] = []
        if try close(UInt8(ascii: "]")) { return values }
        repeat {
            skipSpace()
            try count(values.count + 1)
            values.append(try value())
        } while try !endsContainer(with: UInt8(ascii: "]"))
        return values
    }

    private mutating func open() throws(JSONError) {
        depth += 1
        guard depth <= limits.depth else { throw problem(.tooDeep) }
        position += 1
    }

    /// Takes the closing bracket of an empty container; false when the container is not empty.
    private mutating func close(_ bracket: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard current == bracket else { return false }
        position += 1
        depth -= 1
        return true
    }

    /// Takes the comma after an element (false) or the closing bracket (true).
    private mutating func endsContainer(with bracket: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        if current == UInt8(ascii: ",") {
            position += 1
            return false
        }
        try take(bracket)
        depth -= 1
        return true
    }

    private mutating func count(_ inContainer: Int) throws(JSONError) {
        elements += 1
        guard inContainer <= limits.elementsPerContainer, elements <= limits.elements else {
            throw problem(.tooManyElements)
        }
    }

    // MARK: Bytes

    /// The byte at the position; 0 at the end, because no JSON document may contain the byte 0.
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func skipSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    mutating func take(_ byte: UInt8) throws(JSONError) {
        guard current == byte else { throw unexpected() }
        position += 1
    }

    func unexpected() -> JSONError { problem(position < bytes.count ? .unexpectedByte : .unexpectedEnd) }

    func problem(_ kind: JSONError.Kind) -> JSONError { JSONError(kind: kind, offset: position) }
}

/// The names that an object has so far, so that the reader notices a repeated name.
///
/// The reader compares a few names in order, which is quickest for our messages. It puts many names into a set, so that
/// no sender can make an object that costs much time. Names that Swift calls equal count as equal, even if their bytes
/// differ. So the reader refuses a few objects more than it must.
private struct SeenNames {
    private static let few = 16
    private var many: Set<String> = []

    mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
        if members.count < Self.few { return !members.contains { $0.key == name } }
        if many.isEmpty { many = Set(members.map(\.key)) }
        return many.insert(name).inserted
    }
}
