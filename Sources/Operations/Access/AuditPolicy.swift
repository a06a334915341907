import VerificationCore

/// What becomes of a deed while the audit takes no line.
///
/// Surfaces differ here, and nowhere else, in what a deed does.
package enum AuditPolicy: Sendable {
    /// Nothing is done: the dashboard's pages. People far away act there, and their reasons must be on record.
    case required
    /// The deed is done, and the closure hears why its line is missing.
    ///
    /// It is for commands, because an operator with a terminal must be able to help in an outage, and for the calls of
    /// backends, whose users wait.
    case wanted(@Sendable (StoreProblem) async -> Void)
}
