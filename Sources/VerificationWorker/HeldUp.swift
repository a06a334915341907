/// A request that others must not wait for: what it needs is locked or cannot be read.
struct HeldUp: Error {
    /// A stable word.
    let reason: String
    /// What an operator has to do; nil where time alone mends it.
    let detail: String?
}
