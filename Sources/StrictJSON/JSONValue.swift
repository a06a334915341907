/// One JSON value, read strictly.
///
/// A whole number that fits into `Int64` is kept exactly. Every other number becomes the nearest `Double`, as in
/// JavaScript.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Reads one whole JSON document.
    ///
    /// It refuses more than RFC 8259 does: duplicate members at any depth, a byte order mark, lone surrogates, and
    /// numbers beyond the range of `Double`. It also refuses `\u0000`, because no text in PostgreSQL can contain it,
    /// and documents beyond `limits`.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        var reader = JSONReader(bytes: bytes, limits: limits)
        self = try reader.document()
    }

    /// Copies the bytes into an array, and then reads one whole JSON document.
    package init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: Array(bytes), limits: limits)
    }

    /// The value as a JSON document without spaces; members keep their order.
    package var serialized: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}

// Each of these but `isNull` is nil for a value of another type; the caller decides whether a wrong type is an error.
extension JSONValue {
    package var isNull: Bool { self == .null }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if the sender wrote it without fraction or exponent and it fits.
    package var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The number, whole or not; whole numbers beyond 2⁵³ may lose their last digits.
    package var double: Double? {
        if case .integer(let number) = self { return Double(number) }
        guard case .decimal(let number) = self else { return nil }
        return number
    }

    package var bool: Bool? {
        guard case .bool(let truth) = self else { return nil }
        return truth
    }

    package var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    package var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The value of the member with this name; nil when this is no object, or has no such member.
    ///
    /// For a member whose value is `null`, the result is `.null` and not nil.
    package subscript(key: String) -> JSONValue? { object?[key] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .decimal(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map(JSONObject.Member.init)))
    }
}

/// How large a JSON document may be; the reader refuses a larger document, whatever it says.
package struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may be open at once.
    package var depth: Int
    /// How many elements or members one array or object may have.
    package var elementsPerContainer: Int
    /// How many elements and members the whole document may have.
    package var elements: Int

    /// The limits for a message from an unknown sender.
    package static let standard = JSONLimits(depth: 32, elementsPerContainer: 1_000, elements: 10_000)

    /// Makes limits; a document exactly at a limit is accepted.
    package init(depth: Int, elementsPerContainer: Int, elements: Int) {
        self.depth = depth
        self.elementsPerContainer = elementsPerContainer
        self.elements = elements
    }
}
