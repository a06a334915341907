import Foundation

/// A verification, with as much as verifyd knows of it when it answers.
///
/// Which members there are depends on the call: ``VerifydClient/start(_:waiting:idempotencyKey:)`` without `waiting` knows
/// little more than the id, and ``VerifydClient/show(_:waiting:)`` everything.
public struct Verification: Sendable, Hashable, Identifiable {
    /// The id of the request, which the backend keeps: show, check and cancel by it.
    public var id: String
    /// The verification that the request led to: its own id, or that of an earlier request which it has joined.
    public var verificationID: String
    /// How it stands; for displays only.
    public var status: Verification.Status
    /// A stable word that says why it was refused or failed.
    public var reason: String?
    /// The number as answers show it: its calling code and last two digits.
    public var phoneNumber: String?
    /// Whether this request sent nothing, because the last SMS was so recent, or because it repeated another call.
    public var isDeduplicated: Bool?
    /// `send`, `duplicate`, `limited`, `refused` or `expired`.
    public var requestOutcome: String?
    /// When the verification began.
    public var createdAt: Date?
    /// When the API took the request.
    public var requestedAt: Date?
    /// After this moment nothing is sent any more.
    public var deadline: Date?
    /// When the code ends.
    public var expiresAt: Date?
    /// From this moment on another request sends another SMS: show the button "send again" then.
    public var resendAfter: Date?
    /// How many more SMS this verification may have.
    public var remainingSends: Int?
    /// How many wrong codes are left.
    public var remainingChecks: Int?
    /// The language of the SMS that this request led to.
    public var language: String?
    /// The status of the latest SMS, as in ``VerificationMessage/status``.
    public var messageStatus: String?
    /// In lists: the id of the request through which the right code came.
    public var approvedBy: String?
    /// The backend's own texts.
    public var metadata: [String: String]
    /// Every SMS, the oldest first.
    public var messages: [VerificationMessage]
    /// The limit that is used up next.
    public var rateLimit: RateLimit?
}
