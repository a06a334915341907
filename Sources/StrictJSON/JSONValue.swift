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
    /// It refuses more than RFC 8259 does: duplicate members at any depth, a byte order mark, lone surrogates, and
    /// numbers without a finite `Double`. It also refuses `\u0000`, because PostgreSQL can hold it in no text, and
    /// documents beyond `limits`.
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

// Each of these is nil for a value of another type; the caller decides whether a wrong type is an error.
extension JSONValue {
    package var isNull: Bool { self == .null }

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

    /// The member of that name, if this is an object with such a member; `.null`, not nil, for a member that is `null`.
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
