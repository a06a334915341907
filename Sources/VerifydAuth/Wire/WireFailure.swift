import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why one try of a call came to nothing, and whether another try is safe.
struct WireFailure: Error {
    enum Repetition: Sendable {
        case never
        /// The server may have carried the call out.
        case ifRepeatable
        /// The server surely has not carried it out.
        case always
    }

    let error: AuthError
    let repetition: Repetition

    init(_ error: AuthError, repetition: Repetition) {
        self.error = error
        self.repetition = repetition
    }

    func allowsAnotherTry(of call: WireCall) -> Bool {
        switch repetition {
        case .never: false
        case .ifRepeatable: call.isRepeatable
        case .always: true
        }
    }

    /// An answer that is not the server's.
    ///
    /// A gateway writes a 503 of its own also after the server has heard the call, so it says less than the server's.
    static func foreign(_ reply: WireReply) -> WireFailure {
        let message =
            "Something else answered in the server's place, with status \(reply.head.statusCode); check the network."
        return WireFailure(
            AuthError(.networkError, message: message, retryAfter: reply.retryAfter), repetition: .ifRepeatable)
    }

    /// An error of the transport.
    ///
    /// Its `userInfo` names the URL with the key in it, so only its number is kept.
    static func transport(_ error: any Error) -> WireFailure {
        let plain = error as NSError
        let cause = NSError(domain: plain.domain, code: plain.code)
        return WireFailure(
            AuthError(.networkError, userInfo: [NSUnderlyingErrorKey: cause]),
            repetition: (error as? URLError).map { unsent.contains($0.code) } ?? false ? .always : .ifRepeatable)
    }

    /// Errors after which no byte of the call has left the device.
    private static let unsent: Set<URLError.Code> = [
        .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
        .internationalRoamingOff, .callIsActive,
    ]
}
