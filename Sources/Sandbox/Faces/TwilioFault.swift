import HTTPTypes

/// What Twilio says when it does not take a call.
struct TwilioFault: Error, Sendable {
    let status: HTTPResponse.Status
    let code: Int
    let message: String

    private init(_ status: HTTPResponse.Status, _ code: Int, _ message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }

    static let authenticate = TwilioFault(.unauthorized, 20003, "Authenticate")
    static let noSuchAccount = TwilioFault(.notFound, 20404, "The requested resource was not found")
    static let invalidTo = TwilioFault(.badRequest, 21211, "Invalid 'To' Phone Number")
    static let noTo = TwilioFault(.badRequest, 21604, "A 'To' phone number is required.")
    static let noFrom = TwilioFault(.badRequest, 21603, "A 'From' phone number is required.")
    static let noBody = TwilioFault(.badRequest, 21602, "Message body is required.")
    static let longBody = TwilioFault(
        .badRequest, 21617, "The concatenated message body exceeds the 1600 character limit")
    static let badCallback = TwilioFault(.badRequest, 21609, "The 'StatusCallback' URL is not a valid URL.")
    static let internalError = TwilioFault(.internalServerError, 20500, "Internal Server Error")
    static let unavailable = TwilioFault(.serviceUnavailable, 20503, "Service unavailable")
    static let tooMany = TwilioFault(.tooManyRequests, 20429, "Too Many Requests")
}
