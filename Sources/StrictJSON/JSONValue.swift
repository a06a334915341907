/// One JSON value, read strictly.
///
/// Whole numbers that fit are kept exactly; every other number is the nearest finite `Double`, as in JavaScript.
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
    /// Refused beyond what RFC 8259 refuses: duplicate members at any depth, a byte order mark, lone surrogates,
    /// `\u0000` (PostgreSQL can hold it in no text), numbers without a finite `Double`, and whatever is beyond
    /// `limits`.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONProblem) {
        var reader = JSONReader(bytes: bytes, limits: limits)
        self = try reader.document()
    }

    /// Reads one whole JSON document out of any bytes, copying them first.
    package init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard) throws(JSONProblem) {
        try self.init(parsing: Array(bytes), limits: limits)
    }

    /// The value as a JSON document, members in their order, no spaces.
    package var serialized: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}

// What a value is, or nil: a wrong type is the caller's question to answer, not an error here.
extension JSONValue {
    /// Whether this is `null`.
    package var isNull: Bool { self == .null }

    /// The text of a string.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if it was written as a whole number and fits.
    package var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The number, whole or not; whole numbers beyond 2⁵³ lose their last digits.
    package var double: Double? {
        if case .integer(let number) = self { return Double(number) }
        guard case .decimal(let number) = self else { return nil }
        return number
    }

    /// The truth value.
    package var bool: Bool? {
        guard case .bool(let truth) = self else { return nil }
        return truth
    }

    /// The elements of an array.
    package var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object.
    package var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The member of that name if this is an object that has it; a member that is `null` is `.null`, not nil.
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
