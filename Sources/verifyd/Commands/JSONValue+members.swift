import StrictJSON
import VerificationCore

extension JSONValue {
    /// An object of these members, nil ones left out.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members.compactMap { key, value in value.map { .init(key: key, value: $0) } }))
    }
}
