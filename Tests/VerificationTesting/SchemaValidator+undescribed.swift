import StrictJSON
import VerificationCore

extension SchemaValidator {
    /// The members of the value that its schema allows but does not describe, as places such as `$.messages[].id`.
    ///
    /// A schema of answers stays open, so that answers can gain members. This finds members that the document lacks.
    package func undescribed(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") throws -> [String] {
        let schemas = try applying(to: value, schema)
        if let elements = value.array {
            let items = JSONValue.object(
                JSONObject([.init(key: "allOf", value: .array(schemas.compactMap { $0["items"] }))]))
            return try elements.flatMap { try undescribed($0, items, at: "\(place)[]") }
        }
        return try (value.object?.members ?? []).flatMap { member in
            let own = schemas.compactMap { $0["properties"]?[member.key] ?? $0["additionalProperties"] }
            guard !own.isEmpty else { return ["\(place).\(member.key): not described"] }
            // The schema `true` describes a member that may be anything.
            guard !own.contains(true) else { return [] }
            let all = JSONValue.object(JSONObject([.init(key: "allOf", value: .array(own))]))
            return try undescribed(member.value, all, at: "\(place).\(member.key)")
        }
    }

    /// The schema with all schemas that it refers to or combines, as far as they describe this value.
    private func applying(to value: JSONValue, _ schema: JSONValue) throws -> [JSONValue] {
        let referred = schema["$ref"] == nil ? [] : [try resolved(schema)]
        let chosen = try ["oneOf", "anyOf"].flatMap { schema[$0]?.array ?? [] }.filter { try accepts(value, $0) }
        return try [schema]
            + (referred + chosen + (schema["allOf"]?.array ?? [])).flatMap { try applying(to: value, $0) }
    }
}
