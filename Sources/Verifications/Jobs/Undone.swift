import VerificationCore

/// Why a worker does not get to the end of a request.
enum Undone: Error {
    /// The request is put aside, because no worker could ever serve it.
    case dead(DeadLetter)
    /// What this request needs is locked or cannot be read; other requests go on.
    case heldUp(HeldUp)
    /// The worker stops, or its store is away or unfit for long, and another worker gets the request.
    case stopped
}

extension Undone {
    /// What holds up a single request, while others go on.
    struct HeldUp {
        /// A stable word, for example `locked`.
        let reason: String
        /// What an operator has to do; nil where time alone mends it.
        let detail: String?
        /// About how long it will hold the request up, as far as anybody can say.
        var wait = Duration.zero
    }
}
