import VerificationCore

/// Why a worker does not get to the end of a request.
enum Undone: Error {
    /// It is put aside: no worker could ever serve it.
    case dead(DeadLetter)
    /// Others go on: what it needs is locked or cannot be read.
    case heldUp(HeldUp)
    /// The worker stops, and another worker gets the request.
    case stopped
}

extension Undone {
    /// What a request waits for that others must not wait for.
    struct HeldUp {
        /// A stable word.
        let reason: String
        /// What an operator has to do; nil where time alone mends it.
        let detail: String?
    }
}
