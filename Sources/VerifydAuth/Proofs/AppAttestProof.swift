import Foundation

/// Proves the app by a key in the device, which Apple attests once for each installation.
///
/// The first proof asks Apple and the server; later ones are made on the device alone.
public final class AppAttestProof: AppProofProvider {
    private let device: any AttestingDevice
    private let key = KeptValue<DeviceKey>("app-attest-key")

    #if canImport(DeviceCheck) && canImport(CryptoKit)
        /// Makes a provider, which has no proof where the device has no App Attest, for example in a simulator.
        public convenience init() { self.init(AppAttestDevice()) }
    #endif

    init(_ device: any AttestingDevice) { self.device = device }

    /// `app-attest`.
    public var kind: AppProofKind { .appAttest }

    /// Signs the challenge and the number by the device's key, which it makes and has attested before if there is none.
    ///
    /// - Parameter request: which number, and a challenge.
    /// - Returns: the proof; nil where there is no App Attest, and while Apple's service is away.
    /// - Throws: an error of the network or the server.
    public func proof(for request: AppProofRequest) async throws -> AppProof? {
        guard device.isSupported else { return nil }
        // The keychain outlives an installation, and the key does not: then a second round makes a new one.
        for _ in 0..<2 {
            do {
                let keyID = try await attestedKey(for: request)
                let text = "\(request.challenge)\n\(request.phoneNumber)"
                let assertion = try await device.assertion(by: keyID, over: text).base64EncodedString()
                let header = [keyID.urlBase64, request.challenge, assertion.urlBase64].joined(separator: ".")
                return AppProof(headers: ["X-Verifyd-App-Attest": header], servesOnce: true)
            } catch AttestingProblem.keyIsGone {
                key.keep(nil)
            } catch AttestingProblem.unavailable {
                return nil
            }
        }
        return nil
    }

    /// Forgets the key; the next proof makes another.
    public func forget() async { key.keep(nil) }

    /// The id of a key that the server knows.
    ///
    /// Each step is kept: the device attests a key once, and a call whose answer got lost is made again.
    private func attestedKey(for request: AppProofRequest) async throws -> String {
        let kept = key.value(for: request)
        var present: DeviceKey
        if let kept { present = kept } else { present = DeviceKey(id: try await device.makeKey()) }
        if kept == nil { key.keep(present) }
        if case .made = present.stage {
            let challenge = try await request.server.challenge()
            let attestation = try await device.attestation(of: present.id, for: challenge)
            present.stage = .attested(attestation, challenge: challenge)
            key.keep(present)
        }
        if case .attested(let attestation, let challenge) = present.stage {
            try await request.server.attest(present.id, by: attestation, for: challenge)
            present.stage = .known
            key.keep(present)
        }
        return present.id
    }
}

/// A key in the device, and how far its attestation has come.
private struct DeviceKey: Codable, Sendable {
    enum Stage: Codable, Sendable {
        case made
        /// By Apple; the server has not confirmed it.
        case attested(Data, challenge: String)
        /// The server has it.
        case known
    }

    let id: String
    var stage = Stage.made
}

extension String {
    /// A text in Base64 as the alphabet for URLs has it, without padding.
    fileprivate var urlBase64: String {
        replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
