import Messages

/// One call that asks for a verification, as it travels through the queue.
package struct VerificationRequest: Sendable, Hashable {
    /// The request's own id; also the verification's id, unless the request joins a live verification.
    package let id: VerificationID
    package let app: AppID
    package let phone: PhoneNumber
    package let language: LanguageTag?
    /// The address of the person's device, when the backend passes it on.
    package let clientIP: IPAddress?
    package let asker: Asker
    /// Whether an app of the project asks; nil where nobody has to prove that, for example for a backend.
    package let appVerification: AppVerification?
    package let autofill: Autofill?
    /// The caller's own texts, returned as they came; at most 16 entries.
    package let metadata: [String: String]
    /// The caller's own name for the call; nil when it gave no name.
    package let idempotencyKey: IdempotencyKey?
    /// When the caller asked: by the API's clock, or by the clock of a backend that publishes the request itself.
    package let requestedAt: Timestamp
    /// After this moment workers send nothing for it.
    package let deadline: Timestamp

    package init(
        id: VerificationID, app: AppID, phone: PhoneNumber, language: LanguageTag? = nil,
        clientIP: IPAddress? = nil, asker: Asker = .backend, appVerification: AppVerification? = nil,
        autofill: Autofill? = nil, metadata: [String: String] = [:], idempotencyKey: IdempotencyKey? = nil,
        requestedAt: Timestamp, deadline: Timestamp
    ) {
        self.id = id
        self.app = app
        self.phone = phone
        self.language = language
        self.clientIP = clientIP
        (self.asker, self.appVerification) = (asker, appVerification)
        self.autofill = autofill
        self.metadata = metadata
        self.idempotencyKey = idempotencyKey
        self.requestedAt = requestedAt
        self.deadline = deadline
    }
}

/// Who asks for a verification, or types its code, as far as limits differ.
package enum Asker: String, Sendable, CaseIterable {
    /// A backend, which knows whom it asks for.
    case backend
    /// An app on a device; an attacker can call as one, because the app's key is public.
    case device
    /// A developer's program at an emulator, where no limit holds.
    case emulator
}
