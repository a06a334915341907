import Foundation

/// The secure hardware of a device, whose keys Apple attests.
protocol AttestingDevice: Sendable {
    /// Whether there is such hardware; a simulator has none.
    var isSupported: Bool { get }
    /// Makes a key, and returns its id in Base64.
    func makeKey() async throws(AttestingProblem) -> String
    /// Has Apple attest a key for a text, once for each key.
    func attestation(of keyID: String, for text: String) async throws(AttestingProblem) -> Data
    /// Signs a text by an attested key; each assertion counts higher than the one before.
    func assertion(by keyID: String, over text: String) async throws(AttestingProblem) -> Data
}

/// Why a device does not do what it should.
enum AttestingProblem: Error {
    /// The device does not have the key any longer, for example because the app was installed anew.
    case keyIsGone
    /// Apple's service is away, or something else went wrong; the key may serve later.
    case unavailable
}
