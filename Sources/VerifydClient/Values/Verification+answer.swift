import Foundation

extension Verification {
    /// The answer to a call that has one verification.
    init(_ answer: ClientResponse) throws {
        self.init(try APIDates.decode(Answer.self, from: answer.body))
        rateLimit = RateLimit(answer)
    }

    init(_ answer: Answer) {
        self.init(
            id: answer.requestId, verificationID: answer.verificationId,
            status: Verification.Status(rawValue: answer.status), reason: answer.reason,
            phoneNumber: answer.phoneNumber,
            isDeduplicated: answer.deduplicated, requestOutcome: answer.requestOutcome, createdAt: answer.createdAt,
            requestedAt: answer.requestedAt, deadline: answer.deadline, expiresAt: answer.expiresAt,
            resendAfter: answer.resendAfter, remainingSends: answer.remainingSends,
            remainingChecks: answer.remainingChecks, language: answer.language ?? answer.messages?.last?.language,
            messageStatus: answer.message?.status ?? answer.messages?.last?.status, approvedBy: answer.approvedBy,
            metadata: answer.metadata ?? [:], messages: answer.messages ?? [])
    }

    /// A verification as the API writes it; the members that every answer has are not optional.
    struct Answer: Decodable {
        var verificationId: String
        var requestId: String
        var status: String
        var reason: String?
        var phoneNumber: String?
        var deduplicated: Bool?
        var requestOutcome: String?
        var createdAt: Date?
        var requestedAt: Date?
        var deadline: Date?
        var expiresAt: Date?
        var resendAfter: Date?
        var remainingSends: Int?
        var remainingChecks: Int?
        var language: String?
        var message: MessageSummary?
        var approvedBy: String?
        var metadata: [String: String]?
        var messages: [VerificationMessage]?
    }

    /// The SMS that a start led to.
    struct MessageSummary: Decodable {
        var status: String
    }
}
