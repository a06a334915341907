import Operations
import StrictJSON
import VerificationCore

extension KeyRequest {
    /// As the template `securityKey.mustache` has it; its script reads `options`.
    var data: JSONValue {
        let members = JSONObject([
            .init(key: "isNew", value: .bool(kind == .create)), .init(key: "site", value: .string(site.id)),
            .init(key: "origin", value: .string(site.origin)), .init(key: "name", value: .string(name.text)),
            .init(key: "challenge", value: .string(Base64.encodeForURL(challenge.bytes))),
            .init(key: "known", value: .array(known.map { .string(Base64.encodeForURL($0)) })),
            .init(key: "algorithms", value: .array(algorithms.map(JSONValue.integer))),
            .init(key: "timeout", value: .integer(KeyChallenge.life.components.seconds * 1_000)),
        ])
        let options = String(decoding: JSONValue.object(members).serialized, as: UTF8.self)
        return ["kept": .string(challenge.text), "options": .string(options)]
    }
}
