import StrictJSON
import VerificationCore

/// Validates by the part of JSON Schema that our documents use.
///
/// It throws for an unknown keyword, so that it misses no rule.
package struct SchemaValidator {
    /// A keyword that the validator does not know.
    package struct UnknownKeyword: Error { let keyword: String }
    /// A reference that leads nowhere.
    package struct BrokenReference: Error { let pointer: String }

    private static let annotations: Set<String> = [
        "$schema", "$id", "title", "description", "examples", "deprecated", "default", "discriminator", "$defs",
    ]

    private let document: JSONValue

    /// `document`: the references in schemas are paths in this document.
    package init(document: JSONValue = .null) {
        self.document = document
    }

    /// Whether the value fits the schema.
    package func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
        try findings(value, schema).isEmpty
    }

    /// Where the value does not fit the schema: the place and the keyword, as in `$.code: maxLength`, never the value.
    package func findings(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") throws -> [String] {
        if let truth = schema.bool { return truth ? [] : ["\(place): nothing is allowed"] }
        return try (schema.object?.members ?? []).filter { !Self.annotations.contains($0.key) }.flatMap {
            try findings(value, $0.key, $0.value, in: schema, at: place)
        }
    }

    /// The schema to which a reference such as `#/components/schemas/Problem` leads; any other value as it is.
    package func resolved(_ value: JSONValue) throws -> JSONValue {
        guard let pointer = value["$ref"]?.string else { return value }
        let keys = pointer.split(separator: "/").dropFirst().map { String($0).replacing("~1", with: "/") }
        guard pointer.hasPrefix("#/"), let found = keys.reduce(document as JSONValue?, { $0?[$1] }) else {
            throw BrokenReference(pointer: pointer)
        }
        return try resolved(found)
    }

    private func findings(
        _ value: JSONValue, _ keyword: String, _ rule: JSONValue, in schema: JSONValue, at place: String
    ) throws -> [String] {
        switch keyword {
        case "$ref": try findings(value, resolved(schema), at: place)
        case "allOf": try (rule.array ?? []).flatMap { try findings(value, $0, at: place) }
        case "properties":
            try members(value).flatMap { try findings($0.value, rule[$0.key] ?? true, at: "\(place).\($0.key)") }
        case "additionalProperties":
            try members(value).filter { schema["properties"]?[$0.key] == nil }
                .flatMap { try findings($0.value, rule, at: "\(place).\($0.key)") }
        case "items": try (value.array ?? []).flatMap { try findings($0, rule, at: "\(place)[]") }
        case _: try obeys(value, keyword, rule) ? [] : ["\(place): \(keyword)"]
        }
    }

    private func obeys(_ value: JSONValue, _ keyword: String, _ rule: JSONValue) throws -> Bool {
        switch keyword {
        case "type": (rule.array ?? [rule]).contains { isOfType($0.string, value) }
        case "const": value == rule
        case "enum": rule.array?.contains(value) == true
        case "format": try value.string.map { try hasFormat(rule.string, $0) } ?? true
        case "pattern": try value.string.map { try Regex(rule.string ?? "").firstMatch(in: $0) != nil } ?? true
        case "maxLength": value.string.map { Int64($0.unicodeScalars.count) <= rule.integer ?? 0 } ?? true
        case "minLength": value.string.map { Int64($0.unicodeScalars.count) >= rule.integer ?? 0 } ?? true
        case "minimum": value.double.map { $0 >= rule.double ?? 0 } ?? true
        case "maximum": value.double.map { $0 <= rule.double ?? 0 } ?? true
        case "maxItems": value.array.map { Int64($0.count) <= rule.integer ?? 0 } ?? true
        case "maxProperties": value.object.map { Int64($0.members.count) <= rule.integer ?? 0 } ?? true
        case "required":
            value.object.map { object in (rule.array ?? []).allSatisfy { object.contains($0.string ?? "") } } ?? true
        case "propertyNames": try members(value).allSatisfy { try accepts(.string($0.key), rule) }
        case "not": try !accepts(value, rule)
        case "oneOf": try (rule.array ?? []).filter { try accepts(value, $0) }.count == 1
        case "anyOf": try (rule.array ?? []).contains { try accepts(value, $0) }
        case _: throw UnknownKeyword(keyword: keyword)
        }
    }

    /// Checks the formats `ip-address` and `date-time`; any other format in our documents is only a hint to the reader.
    private func hasFormat(_ format: String?, _ text: String) throws -> Bool {
        switch format {
        case "ip-address": IPAddress(text) != nil
        case "date-time": Timestamp(rfc3339: text) != nil
        case _: true
        }
    }

    private func members(_ value: JSONValue) -> [JSONObject.Member] { value.object?.members ?? [] }

    private func isOfType(_ type: String?, _ value: JSONValue) -> Bool {
        switch value {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .decimal: type == "number"
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
