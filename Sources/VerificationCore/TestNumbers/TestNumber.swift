/// A number to which nothing is ever sent, with a fixed code: for demos, store reviews and tests.
package struct TestNumber: Sendable, Hashable {
    /// What happens when a caller asks for a code; without a scenario the message counts as accepted.
    package enum Scenario: String, Sendable, CaseIterable {
        /// The gateway takes the message, and the phone never gets it.
        case undelivered
        /// The gateway takes the message only at the second try.
        case late
        /// No gateway takes the message; the verification fails.
        case gatewayDown = "gateway-down"
        /// Every request gets the answer that a limit is reached.
        case limited
    }

    package let id: VerificationID
    package let phone: PhoneNumber
    package let code: SealedCode
    package let scenario: Scenario?
    /// From this moment on it is a number like any other; nil when it always stays a test number.
    package let expiresAt: Timestamp?

    package init(
        id: VerificationID, phone: PhoneNumber, code: SealedCode, scenario: Scenario? = nil, expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.phone = phone
        self.code = code
        self.scenario = scenario
        self.expiresAt = expiresAt
    }

    /// Whether it is a test number at that moment.
    package func isValid(at now: Timestamp) -> Bool { expiresAt.map { $0 > now } ?? true }
}

/// What became of a test number that was to be saved.
package enum SavedTestNumber: Sendable, Hashable {
    /// Saved, as the store keeps it now.
    case saved(TestNumber)
    /// The app has as many test numbers as it may have.
    case tooMany
    /// The app has sent a real SMS to the number.
    case inUse
}
