import VerificationCore

/// How a delivery leaves the worker, and the word for whoever waits for it.
struct Handled: Sendable, Equatable {
    /// Nil when the worker stops before it has claimed the request or recorded its outcome: another worker gets it.
    let settlement: Settlement?
    let answer: RequestAnswer?

    init(_ settlement: Settlement?, _ answer: RequestAnswer? = nil) {
        self.settlement = settlement
        self.answer = answer
    }

    static let abandoned = Handled(nil)
}
