/// One call that asks for a verification, as it travels through the queue.
package struct VerificationRequest: Sendable, Hashable {
    /// The request's own id; the verification's too, unless it joins one that is alive.
    package let id: VerificationID
    package let app: AppID
    package let phone: PhoneNumber
    /// Vouches for what `phone` says beside the digits; see `KeyRing.seal`.
    package let phoneSeal: String?
    package let language: LanguageTag?
    /// The address of the person's device, when the backend passes it on.
    package let clientIP: IPAddress?
    package let autofill: Autofill?
    /// The caller's own words, returned as they came; at most 16 entries.
    package let metadata: [String: String]
    /// The caller's own name for the call, if it gave one.
    package let idempotencyKey: IdempotencyKey?
    /// By the clock of whoever asked.
    package let requestedAt: Timestamp
    /// After this moment nothing is sent any more.
    package let deadline: Timestamp

    package init(
        id: VerificationID, app: AppID, phone: PhoneNumber, phoneSeal: String? = nil, language: LanguageTag? = nil,
        clientIP: IPAddress? = nil, autofill: Autofill? = nil, metadata: [String: String] = [:],
        idempotencyKey: IdempotencyKey? = nil, requestedAt: Timestamp, deadline: Timestamp
    ) {
        self.id = id
        self.app = app
        self.phone = phone
        self.phoneSeal = phoneSeal
        self.language = language
        self.clientIP = clientIP
        self.autofill = autofill
        self.metadata = metadata
        self.idempotencyKey = idempotencyKey
        self.requestedAt = requestedAt
        self.deadline = deadline
    }
}
