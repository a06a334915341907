/// What a typed code led to: three cases, three pages of the backend.
///
/// What the person did is an outcome. What kept verifyd from looking at the code, for example a limit, is a ``ClientError``.
public enum CheckOutcome: Sendable, Hashable {
    /// The right code: let the person in. Nothing else than this proves that the person has the phone.
    ///
    /// A repetition without the same idempotency key is ``ended(_:)``: a code approves once.
    case approved(Verification)
    /// Not the code: let the person type again, `remainingChecks` times at most.
    ///
    /// Nil for a text that cannot be a code, such as `abc`; it did not count as a try.
    case wrong(remainingChecks: Int?)
    /// No code is right any more: start a new verification.
    ///
    /// The status says how it ended, for example ``Verification/Status/maxAttemptsReached`` by this very code. Nil means that
    /// there is no such verification: its number was erased, the id is another app's, or no code is due for the number.
    case ended(Verification.Status?)
}
