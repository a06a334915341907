/// A number to which nothing is ever sent, with a code that is always the same: for demos, store reviews and tests.
package struct TestNumber: Sendable, Hashable {
    /// What happens when a code is asked for; without one the message counts as accepted.
    package enum Scenario: String, Sendable, CaseIterable {
        /// The gateway takes the message, and the phone never gets it.
        case undelivered
        /// The gateway takes the message only at the second try.
        case late
        /// No gateway takes the message; the verification fails.
        case gatewayDown = "gateway-down"
        /// Every request is told that a limit is reached.
        case limited
    }

    package let id: VerificationID
    package let phone: PhoneNumber
    package let code: SealedCode
    package let scenario: Scenario?
    /// From this moment on it is a number like any other; nil means never.
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

extension App {
    /// The test number that a phone is at that moment; nil for one like any other.
    package func testNumber(_ e164: String, at moment: Timestamp) -> TestNumber? {
        testNumbers[e164].flatMap { $0.isValid(at: moment) ? $0 : nil }
    }
}

/// A code that is kept so that a copy of the database tells nobody what it is.
package struct SealedCode: Sendable, Hashable {
    /// Of the ring's key that opens it.
    package let keyName: String
    package let bytes: [UInt8]

    package init(keyName: String, bytes: [UInt8]) {
        self.keyName = keyName
        self.bytes = bytes
    }
}

extension TestNumber {
    /// What becomes of a message to it, and how its delivery leaves the worker.
    package func outcome(
        of order: SendOrder, ladder: RetryLadder
    ) -> (outcome: SendRecord.Outcome, settlement: Settlement) {
        switch scenario {
        case nil, .limited:
            return (.accepted(gatewayID: nil), .acknowledge)
        case .undelivered:
            return (.undelivered(reason: "test-number"), .acknowledge)
        case .gatewayDown:
            return (.failed(reason: "gateway-down"), .acknowledge)
        case .late:
            guard order.tries == 1 else { return (.accepted(gatewayID: nil), .acknowledge) }
            let delay = ladder.delay(afterTries: order.tries)
            return (.waiting(delay, reason: "late"), .again(after: delay))
        }
    }
}
