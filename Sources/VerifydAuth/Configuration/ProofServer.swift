import Foundation

/// What the server does before a proof can be made.
protocol ProofServer: Sendable {
    /// A text that makes an attestation new.
    func challenge() async throws -> String

    /// Keeps a device's key, which Apple has attested for the challenge; the same call may be made again.
    func attest(_ keyID: String, by attestation: Data, for challenge: String) async throws

    /// Has a push bring a secret to the device; returns for how many seconds the app should wait for it.
    func push(to deviceToken: Data, isSandbox: Bool) async throws -> TimeInterval
}
