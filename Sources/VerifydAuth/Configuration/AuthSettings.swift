/// How the app may be verified.
public final class AuthSettings: Sendable {
    private let isOff = Guarded(false)

    /// Whether calls for a code bring no proof of the app; false at first.
    ///
    /// Set it in integration tests and on simulators, where neither pushes nor App Attest work. Then only the project's test
    /// numbers get a code; a real number is refused.
    public var isAppVerificationDisabledForTesting: Bool {
        get { isOff.with { $0 } }
        set { isOff.with { $0 = newValue } }
    }

    package init() {}
}
