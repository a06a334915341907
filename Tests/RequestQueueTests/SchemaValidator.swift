import VerificationCore

/// As much of JSON Schema as our one schema uses; an unknown keyword is an error, so that none is overlooked.
struct SchemaValidator {
    struct UnknownKeyword: Error { let keyword: String }

    static let annotations: Set<String> = ["$schema", "$id", "title", "description", "examples", "format"]

    func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
        if schema == .bool(true) { return true }
        for rule in schema.object?.members ?? [] where !Self.annotations.contains(rule.key) {
            guard try obeys(value, rule.key, rule.value, in: schema) else { return false }
        }
        return true
    }

    private func obeys(_ value: JSONValue, _ keyword: String, _ rule: JSONValue, in schema: JSONValue) throws -> Bool {
        switch keyword {
        case "type": (rule.array ?? [rule]).contains(.string(typeName(value)))
        case "pattern": try value.string.map { try Regex(rule.string ?? "").firstMatch(in: $0) != nil } ?? true
        case "maxLength": value.string.map { Int64($0.unicodeScalars.count) <= rule.integer ?? 0 } ?? true
        case "maxProperties": value.object.map { Int64($0.members.count) <= rule.integer ?? 0 } ?? true
        case "required":
            value.object.map { object in (rule.array ?? []).allSatisfy { object.contains($0.string ?? "") } } ?? true
        case "not": try !accepts(value, rule)
        case "properties": try members(value).allSatisfy { try accepts($0.value, rule[$0.key] ?? true) }
        case "propertyNames": try members(value).allSatisfy { try accepts(.string($0.key), rule) }
        case "additionalProperties":
            try members(value).allSatisfy { try schema["properties"]?[$0.key] != nil || accepts($0.value, rule) }
        case _: throw UnknownKeyword(keyword: keyword)
        }
    }

    private func members(_ value: JSONValue) -> [JSONObject.Member] { value.object?.members ?? [] }

    private func typeName(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .decimal: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
