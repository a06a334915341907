import StrictJSON
import VerificationCore

extension HTTPReply {
    /// The body as JSON; nil for anything else.
    var json: JSONValue? { body.isEmpty ? nil : try? JSONValue(parsing: body) }
}

extension JSONValue {
    /// A provider's id of a message; nil for what is no id, or too long to be stored.
    var gatewayID: String? { string.flatMap(DeliveryReceipt.storableID) ?? integer.map { String($0) } }
}
