import AccountCore
import StrictJSON

/// The members that the body of a call may have, each with its type; other members are ignored.
///
/// Types are checked before anything else of a body, in the order of the members' names, also of members that this
/// program does not use. So a client gets the same error for a wrong type as from every other server of this protocol.
struct WireSchema: Sendable {
    indirect enum Kind: Sendable {
        /// A number may stand for a text.
        case text
        case truth
        case integer
        /// A text of this list, or its place in the list.
        case word([String])
        case list(Kind)
        case object(WireSchema)
        /// An object whose members have any names.
        case map(Kind)
    }

    /// A body whose members may have any types.
    static let anything = WireSchema()

    /// In the order of the names.
    ///
    /// The second spelling is made once, because an import of 1,000 accounts asks for it some 20,000 times.
    private let members: [(name: String, snake: String, kind: Kind)]

    /// `texts`, `truths`, `integers` and `lists` (of texts) are names with spaces between them.
    init(
        texts: String = "", truths: String = "", integers: String = "", lists: String = "",
        others: [(name: String, kind: Kind)] = []
    ) {
        let plain: [(String, Kind)] = [
            (texts, .text), (truths, .truth), (integers, .integer), (lists, .list(.text)),
        ]
        let all = plain.flatMap { names, kind in names.split(separator: " ").map { (String($0), kind) } } + others
        members = all.sorted { $0.0 < $1.0 }.map { ($0.0, $0.0.snakeCased, $0.1) }
    }

    /// Throws for the first member of another type; null counts as missing, because clients write it for nothing.
    ///
    /// For example empyrebase writes `"deleteAttribute":null` in a change that deletes nothing.
    func check(_ body: JSONObject) throws(AccountError) { try Self.check(body, against: self, at: "") }

    private static func check(_ object: JSONObject, against schema: WireSchema, at place: String) throws(AccountError) {
        for (name, snake, kind) in schema.members {
            guard let value = object[name] ?? object[snake], value != .null else { continue }
            try check(value, is: kind, at: "\(place)/\(name)")
        }
    }

    private static func check(_ value: JSONValue, is kind: Kind, at place: String) throws(AccountError) {
        switch (kind, value) {
        case (.text, .string), (.text, .integer), (.text, .decimal), (.truth, .bool), (.integer, .integer): return
        case (.word(let words), .string), (.word(let words), .integer), (.word(let words), .decimal):
            guard value.word(of: words) != nil else { throw .wrongWord(place) }
        case (.list(let kind), .array(let elements)):
            for (index, element) in elements.enumerated() { try check(element, is: kind, at: "\(place)/\(index)") }
        case (.object(let schema), .object(let object)): try check(object, against: schema, at: place)
        case (.map(let kind), .object(let object)):
            for member in object.members { try check(member.value, is: kind, at: "\(place)/\(member.key)") }
        case (.text, _), (.truth, _), (.integer, _), (.word, _), (.list, _), (.object, _), (.map, _):
            throw .wrongType(path: place, wanted: kind.name)
        }
    }
}

extension WireSchema.Kind {
    /// As the wire calls it.
    fileprivate var name: String {
        switch self {
        case .text, .word: "string"
        case .truth: "boolean"
        case .integer: "integer"
        case .list: "array"
        case .object, .map: "object"
        }
    }
}

extension JSONObject {
    /// The member of this name, which may be written in snake case too: `phone_number` for `phoneNumber`.
    subscript(wire name: String) -> JSONValue? {
        self[name] ?? self[name.snakeCased]
    }
}

extension String {
    /// `phone_number` for `phoneNumber`.
    fileprivate var snakeCased: String {
        reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}

extension JSONValue {
    /// A text of a list, by itself or by its place in the list; nil for anything else.
    func word(of words: [String]) -> String? {
        if let text = string, words.contains(text) { return text }
        guard let place = integer ?? string.flatMap({ Int64($0) }), words.indices.contains(Int(clamping: place)) else {
            return nil
        }
        return words[Int(place)]
    }
}

extension AccountError {
    /// A member that has none of the values that it may have.
    static func wrongWord(_ path: String) -> AccountError {
        .wrongType(path: path, wanted: "equal to one of the allowed values")
    }
}
