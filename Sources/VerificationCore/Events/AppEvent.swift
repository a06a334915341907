/// What an app is told of one of its verifications.
///
/// It says nothing of the code, and nothing of the phone: the app knows its verification by the id and by its own
/// metadata.
package struct AppEvent: Sendable, Hashable {
    package let app: AppID
    package let verification: VerificationID
    /// The id whose status and metadata these are: the request through which the right code came, for `approved`, and
    /// the verification's own id for every other event.
    package let request: VerificationID
    /// 1 for the first event of the verification; a later change has a greater number.
    package let sequence: Int
    package let kind: EventKind
    /// How the verification stood after the change.
    package let status: VerificationStatus
    package let reason: String?
    /// The ordinal of the message that changed; nil when the verification itself changed.
    package let message: Int?
    /// The language of the latest message; nil when no message was written.
    package let language: String?
    /// The app's own texts, as they came with the request.
    package let metadata: [String: String]
    /// When it happened, by the store's clock.
    package let at: Timestamp

    package init(
        app: AppID, verification: VerificationID, request: VerificationID? = nil, sequence: Int, kind: EventKind,
        status: VerificationStatus,
        reason: String? = nil, message: Int? = nil, language: String? = nil, metadata: [String: String] = [:],
        at: Timestamp
    ) {
        self.app = app
        self.verification = verification
        self.request = request ?? verification
        self.sequence = sequence
        self.kind = kind
        self.status = status
        self.reason = reason
        self.message = message
        self.language = language
        self.metadata = metadata
        self.at = at
    }

    /// The same whenever the event is told, so that a receiver knows a repeat: the value of the header `webhook-id`.
    package var id: String { "evt_\(verification)_\(sequence)" }
}
