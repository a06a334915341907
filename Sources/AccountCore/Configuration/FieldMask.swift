import StrictJSON

/// Which members of a configuration a call changes.
package struct FieldMask: Sendable, Hashable {
    /// The names on the way to each member, from the outside in.
    package let paths: [[String]]

    /// Reads paths such as `signIn.allowDuplicateEmails,mfa`; nil for a text without any, which means all members.
    package init?(_ text: String) {
        paths = text.split(separator: ",").map { $0.split(separator: ".").map(String.init) }.filter { !$0.isEmpty }
        if paths.isEmpty { return nil }
    }

    /// A document with the members of the mask as `update` has them; what `update` does not have stays as it is.
    package func applied(_ update: JSONObject, to document: JSONObject) -> JSONObject {
        paths.reduce(document) { Self.copied($1[...], from: update, to: $0) }
    }

    private static func copied(
        _ path: ArraySlice<String>, from update: JSONObject, to document: JSONObject
    ) -> JSONObject {
        guard let name = path.first, let value = update[name], value != .null else { return document }
        var document = document
        if path.count == 1 {
            document[name] = value
        } else if let inner = value.object {
            let old = document[name]?.object ?? JSONObject()
            document[name] = .object(copied(path.dropFirst(), from: inner, to: old))
        }
        return document
    }
}

extension JSONObject {
    /// The value at the end of a path of names; nil where a name is missing.
    package func value(at path: [String]) -> JSONValue? {
        guard let name = path.first else { return .object(self) }
        let value = self[name]
        return path.count == 1 ? value : value?.object?.value(at: Array(path.dropFirst()))
    }

    /// The same with a value at the end of a path, and with objects on the way; nil removes the value.
    package func setting(_ path: [String], to new: JSONValue?) -> JSONObject {
        guard let name = path.first else { return self }
        var copy = self
        if path.count == 1 {
            copy[name] = new
        } else if let inner = self[name]?.object ?? (new == nil ? nil : JSONObject()) {
            copy[name] = .object(inner.setting(Array(path.dropFirst()), to: new))
        }
        return copy
    }

    /// The same with names such as `sign_in` written as `signIn`, at all depths; names of other forms stay.
    package var camelCased: JSONObject {
        members.reduce(into: JSONObject()) { $0[Self.camelCased($1.key)] = $1.value.camelCased }
    }

    private static func camelCased(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
        guard isPlain, name.contains("_") else { return name }
        let words = name.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

extension JSONValue {
    fileprivate var camelCased: JSONValue {
        switch self {
        case .object(let members): .object(members.camelCased)
        case .array(let elements): .array(elements.map(\.camelCased))
        case .null, .bool, .integer, .decimal, .string: self
        }
    }
}
