import HTTPService
import HTTPTypes

/// A message as Twilio's API takes it.
struct TwilioOrder: Sendable {
    let to: String
    /// Nil where a messaging service picks the sender.
    let from: String?
    let service: String?
    let body: String
    let callback: String?
    /// Which try it is, from 1, as the sender counts.
    let attempt: Int

    /// Throws what Twilio says of a form that is no message.
    init(_ form: Form) throws(TwilioError) {
        guard let to = form["To"] else { throw .noTo }
        guard Self.isNumber(to) else { throw .invalidTo }
        (from, service) = (form["From"], form["MessagingServiceSid"])
        guard from != nil || service != nil else { throw .noFrom }
        guard let body = form["Body"] else { throw .noBody }
        guard body.count <= 1_600 else { throw .longBody }
        self.to = to
        self.body = body
        callback = form["StatusCallback"]
        attempt = form["Attempt"].flatMap { Int($0) } ?? 1
    }

    var draft: SandboxMessage.Draft {
        var draft = SandboxMessage.Draft(wireProtocol: .twilio, id: nil, phone: to, sender: from ?? service, text: body)
        draft.mayBeDuplicate = attempt > 1
        return draft
    }

    /// A plus that was not encoded arrives as a space, which Twilio refuses as well.
    private static func isNumber(_ text: String) -> Bool {
        text.hasPrefix("+") && (7...15).contains(text.utf8.count - 1)
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// What Twilio says when it does not take a call.
struct TwilioError: Error, Sendable {
    let status: HTTPResponse.Status
    let code: Int
    let message: String

    private init(_ status: HTTPResponse.Status, code: Int, message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }

    static let authenticate = TwilioError(.unauthorized, code: 20003, message: "Authenticate")
    static let noSuchAccount = TwilioError(.notFound, code: 20404, message: "The requested resource was not found")
    static let invalidTo = TwilioError(.badRequest, code: 21211, message: "Invalid 'To' Phone Number")
    static let noTo = TwilioError(.badRequest, code: 21604, message: "A 'To' phone number is required.")
    static let noFrom = TwilioError(.badRequest, code: 21603, message: "A 'From' phone number is required.")
    static let noBody = TwilioError(.badRequest, code: 21602, message: "Message body is required.")
    static let longBody = TwilioError(
        .badRequest, code: 21617, message: "The concatenated message body exceeds the 1600 character limit")
    static let badCallback = TwilioError(
        .badRequest, code: 21609, message: "The 'StatusCallback' URL is not a valid URL.")
    static let internalError = TwilioError(.internalServerError, code: 20500, message: "Internal Server Error")
    static let unavailable = TwilioError(.serviceUnavailable, code: 20503, message: "Service unavailable")
    static let tooMany = TwilioError(.tooManyRequests, code: 20429, message: "Too Many Requests")
}
