import VerificationCore

/// How a request left the worker, as metrics call it.
enum JobEnd: String, Sendable, CaseIterable {
    /// A gateway has the message, or may have it.
    case sent
    /// No gateway has the message, and none will.
    case failed
    /// Settled without a call of a gateway, for example as a duplicate.
    case ended
    /// It waits on the ladder.
    case again
    case dead
    /// The worker stops, and another worker gets the request.
    case givenBack = "given_back"

    init(_ handled: Handled) {
        self =
            switch (handled.settlement, handled.answer) {
            case (.giveBack, _): .givenBack
            case (.again, _), (.putOff, _): .again
            case (.dead, _): .dead
            case (.acknowledge, .sent?): .sent
            case (.acknowledge, .failed?): .failed
            case (.acknowledge, _): .ended
            }
    }
}
