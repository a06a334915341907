import VerificationCore

/// Forgets what an app has on record of a phone; a second call finds nothing and is no error.
package struct ErasePhone: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Returns how many verifications there were.
    ///
    /// The store keeps what the phone has used of its limits until each limit's time is over, so that an erasure gives
    /// no more tries. A verification that begins during the call stays.
    package func erase(_ phone: PhoneNumber, of app: App) async throws(StoreProblem) -> Int {
        try await ports.store.erase(phone.e164, of: [app.id])
    }
}
