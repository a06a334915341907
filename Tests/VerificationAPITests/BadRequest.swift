import Testing

/// One body that must be refused, and how.
struct BadRequest: Sendable, CustomTestStringConvertible {
    let name: String
    let body: [UInt8]
    let status: Int
    let code: String
    let param: String?
    let reason: String?

    init(
        _ name: String, _ body: String, _ code: String, _ param: String? = nil, _ reason: String? = nil,
        status: Int = 400
    ) {
        self.init(name, Array(body.utf8), code, param, reason, status: status)
    }

    init(
        _ name: String, _ body: [UInt8], _ code: String, _ param: String? = nil, _ reason: String? = nil,
        status: Int = 400
    ) {
        self.name = name
        self.body = body
        self.status = status
        self.code = code
        self.param = param
        self.reason = reason
    }

    var testDescription: String { name }

    static func phone(_ text: String, _ reason: String) -> BadRequest {
        BadRequest(
            "phone \(text.prefix(20))", #"{"phoneNumber":"\#(text)"}"#, "invalid-phone-number", "phoneNumber", reason)
    }

    /// A good number and one more member.
    static func member(_ member: String, _ code: String, _ param: String, _ reason: String) -> BadRequest {
        BadRequest(
            String(member.prefix(40)), #"{"phoneNumber":"+14155552123",\#(member)}"#, code, param, reason)
    }
}
