import VerificationCore

/// Forgets what an app has on record of a phone; a second call finds nothing and is no error.
package struct ErasePhone: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Returns how many verifications there were.
    ///
    /// What the phone has used of its limits is kept until each limit's time is over: erasing gives no more tries.
    package func erase(_ phone: PhoneNumber, of app: App) async throws(StoreProblem) -> Int {
        try await ports.eraser.erase(phone.e164, of: [app.id])
    }
}
