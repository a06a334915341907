import VerificationCore

/// How a delivery leaves the worker, and the answer for a caller who waits for it.
struct Handled: Sendable, Equatable {
    let settlement: Settlement
    let answer: RequestAnswer?

    init(_ settlement: Settlement, _ answer: RequestAnswer? = nil) {
        self.settlement = settlement
        self.answer = answer
    }

    /// The worker stops before the claim or before the record: another worker gets the request.
    static let abandoned = Handled(.giveBack)
}
