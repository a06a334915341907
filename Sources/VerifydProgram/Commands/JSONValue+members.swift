import StrictJSON
import VerificationCore

extension JSONValue {
    /// An object of these members; leaves out members whose value is nil.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members.compactMap { key, value in value.map { .init(key: key, value: $0) } }))
    }
}
