import NIOCore

/// One call under way: what is sent, until when, and who waits for its end.
struct HTTPCall: Sendable {
    /// Tells calls apart.
    let ticket: UInt64
    let request: HTTPRequest
    let deadline: NIODeadline
    let caller: CheckedContinuation<HTTPCallEnd, Never>

    /// Tells the caller, which must happen once.
    func end(_ progress: HTTPCallEnd.Progress, _ failure: (any Error)? = nil) {
        caller.resume(returning: HTTPCallEnd(progress, failure: failure))
    }
}
