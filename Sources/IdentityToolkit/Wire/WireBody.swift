import AccountCore
import StrictJSON
import VerificationCore

/// The members of a call's body, read as generously as clients of this wire expect.
///
/// Members may be written in snake case. Numbers may stand for texts, texts for numbers, and a place in a list for the
/// value there. Null counts as missing, and unknown members are ignored. `WireSchema` refuses what is too much.
struct WireBody: Sendable {
    /// As the caller wrote them.
    let members: JSONObject
    /// Where the members stand in the whole body, for example `/mfa`; empty for the body itself.
    private let place: String

    init(_ members: JSONObject, at place: String = "") {
        (self.members, self.place) = (members, place)
    }

    /// Whether the member is there and not null.
    func has(_ name: String) -> Bool { value(name) != nil }

    /// The member as it was written; nil where it is missing or null.
    func value(_ name: String) -> JSONValue? {
        let value = members[wire: name]
        return value == .null ? nil : value
    }

    func text(_ name: String) throws(AccountError) -> String? {
        try value(name).map { value throws(AccountError) in
            guard let text = value.asText else { throw wrongType(name, wanted: "string") }
            return text
        }
    }

    /// The same, and nil also for an empty text: the wire calls it missing.
    func filled(_ name: String) throws(AccountError) -> String? {
        try text(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    func truth(_ name: String) throws(AccountError) -> Bool? {
        try value(name).map { value throws(AccountError) in
            guard let truth = value.bool else { throw wrongType(name, wanted: "boolean") }
            return truth
        }
    }

    /// Nil also for an empty text: the wire calls it missing.
    func number(_ name: String) throws(AccountError) -> Int64? {
        try value(name).flatMap { value throws(AccountError) in
            if value == .string("") { return nil }
            guard let number = value.integer ?? value.string.flatMap({ Int64($0) }) else {
                throw wrongType(name, wanted: "integer")
            }
            return number
        }
    }

    /// A moment as RFC 3339 writes it.
    func moment(_ name: String) throws(AccountError) -> Timestamp? {
        try filled(name).map { text throws(AccountError) in
            guard let moment = Timestamp(rfc3339: text) else {
                throw wrongType(name, wanted: "a moment such as 2027-01-31T18:00:00.000Z")
            }
            return moment
        }
    }

    func texts(_ name: String) throws(AccountError) -> [String]? {
        try value(name).map { value throws(AccountError) in
            guard let list = value.array else { throw wrongType(name, wanted: "array") }
            var texts: [String] = []
            for (index, element) in list.enumerated() {
                guard let text = element.asText else { throw wrongType("\(name)/\(index)", wanted: "string") }
                texts.append(text)
            }
            return texts
        }
    }

    func object(_ name: String) throws(AccountError) -> WireBody? {
        try value(name).map { value throws(AccountError) in
            guard let object = value.object else { throw wrongType(name, wanted: "object") }
            return WireBody(object, at: "\(place)/\(name)")
        }
    }

    func objects(_ name: String) throws(AccountError) -> [WireBody]? {
        try value(name).map { value throws(AccountError) in
            guard let list = value.array else { throw wrongType(name, wanted: "array") }
            var objects: [WireBody] = []
            for (index, element) in list.enumerated() {
                guard let object = element.object else { throw wrongType("\(name)/\(index)", wanted: "object") }
                objects.append(WireBody(object, at: "\(place)/\(name)/\(index)"))
            }
            return objects
        }
    }

    /// A value of a list, by its text or by its place in the list.
    func word(_ name: String, of words: [String]) throws(AccountError) -> String? {
        try value(name).map { value throws(AccountError) in
            guard let word = value.word(of: words) else { throw .wrongWord("\(place)/\(name)") }
            return word
        }
    }

    /// A list of such values.
    func words(_ name: String, of words: [String]) throws(AccountError) -> [String]? {
        try value(name).map { value throws(AccountError) in
            guard let list = value.array else { throw wrongType(name, wanted: "array") }
            var found: [String] = []
            for (index, element) in list.enumerated() {
                guard let word = element.word(of: words) else { throw .wrongWord("\(place)/\(name)/\(index)") }
                found.append(word)
            }
            return found
        }
    }

    private func wrongType(_ name: String, wanted: String) -> AccountError {
        .wrongType(path: "\(place)/\(name)", wanted: wanted)
    }
}

extension JSONValue {
    /// The text of a string or a number; nil for everything else.
    fileprivate var asText: String? {
        switch self {
        case .string(let text): text
        case .integer, .decimal: String(decoding: serialized, as: UTF8.self)
        case .bool, .null, .array, .object: nil
        }
    }
}
