import Foundation
import Testing

@testable import VerifydAuth

@Suite("A proof by App Attest", .timeLimit(.minutes(10)))
struct ProofByAppAttestTests {
    private func site(
        _ attest: @escaping @Sendable (Int) -> ScriptedTransport.Step = { _ in .json("{}") }
    ) throws -> ProofServerScript {
        try ProofServerScript(naming: [.appAttest]) { name, number in name == "attestApp" ? attest(number) : .sent }
    }

    private func header(_ proof: AppProof?) -> String? { proof?.headers["X-Verifyd-App-Attest"] }

    @Test("has the device's key attested once for each installation, and signs each challenge with the number")
    func good() async throws {
        let (site, device) = (try site(), ScriptedDevice())
        let provider = AppAttestProof(device)
        let first = try await provider.proof(for: site.request(challenge: "one"))
        #expect(first?.servesOnce == true && first?.members == [:])
        // In Base64 for URLs: the key's id, and the text that was signed.
        let signed = "by k>?1: one\n\(ProofServerScript.number)"
        #expect(header(first) == "az4_MQ.one.\(ScriptedDevice.url64(signed))")
        let call = try #require(site.calls("attestApp").first)
        #expect(call.body["keyId"] as? String == Data("k>?1".utf8).base64EncodedString())
        #expect(call.body["challenge"] as? String == "challenge-0")
        #expect(call.body["attestation"] as? String == Data("of k>?1 for challenge-0".utf8).base64EncodedString())
        _ = try await provider.proof(for: site.request(challenge: "two"))
        // The app was ended in between.
        let third = try await AppAttestProof(device).proof(for: site.request(challenge: "three"))
        #expect(header(third)?.hasPrefix("az4_MQ.three.") == true)
        #expect(site.calls("attestApp").count == 1 && device.made.with { $0 } == 1)
    }

    @Test("makes the same call again when its answer got lost, also after a restart, for Apple attests a key once")
    func lostAnswer() async throws {
        let site = try site { number in number < 4 ? .failure(.networkConnectionLost) : .json("{}") }
        let device = ScriptedDevice()
        let error = await #expect(throws: AuthError.self) {
            _ = try await AppAttestProof(device).proof(for: site.request())
        }
        #expect(error?.kind == .networkError)
        #expect(try await AppAttestProof(device).proof(for: site.request()) != nil)
        let attestations = site.calls("attestApp").map { $0.body["attestation"] as? String }
        #expect(attestations.count == 5 && Set(attestations).count == 1)
        #expect(device.attested.with { $0 } == 1)
    }

    @Test("makes another key when the device has lost it, or the server does not know it")
    func lostKey() async throws {
        let (site, device) = (try site(), ScriptedDevice())
        let provider = AppAttestProof(device)
        _ = try await provider.proof(for: site.request())
        device.lost.with { $0 = 1 }
        #expect(header(try await provider.proof(for: site.request()))?.hasPrefix("az4_Mg.") == true)
        await provider.forget()
        #expect(header(try await provider.proof(for: site.request()))?.hasPrefix("az4_Mw.") == true)
        #expect(site.calls("attestApp").count == 3)
    }

    @Test("is none on a device without App Attest, and while Apple's service is away, which costs no key")
    func none() async throws {
        let (site, device) = (try site(), ScriptedDevice())
        device.support.with { $0 = false }
        let provider = AppAttestProof(device)
        #expect(try await provider.proof(for: site.request()) == nil && site.transport.calls.isEmpty)
        device.support.with { $0 = true }
        device.isAway.with { $0 = true }
        #expect(try await provider.proof(for: site.request()) == nil)
        device.isAway.with { $0 = false }
        #expect(header(try await provider.proof(for: site.request()))?.hasPrefix("az4_MQ.") == true)
    }

    @Test("of an unconfirmed key that the server refuses by now is made by another key in the same call")
    func refusedKey() async throws {
        let site = try site { number in number == 0 ? .refusal("INVALID_APP_CREDENTIAL") : .json("{}") }
        let device = ScriptedDevice()
        #expect(try await site.send(with: [AppAttestProof(device)]) == "session")
        #expect(device.made.with { $0 } == 2 && site.calls("sendVerificationCode").count == 1)
    }
}

/// A device whose keys are numbered.
private final class ScriptedDevice: AttestingDevice {
    let support = Guarded(true)
    let isAway = Guarded(false)
    let made = Guarded(0)
    let attested = Guarded(0)
    /// So many of the first keys are gone.
    let lost = Guarded(0)

    static func url64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    var isSupported: Bool { support.with { $0 } }

    func makeKey() async throws(AttestingProblem) -> String {
        let number = made.with { made in
            made += 1
            return made
        }
        return Data("k>?\(number)".utf8).base64EncodedString()
    }

    func attestation(of keyID: String, for text: String) async throws(AttestingProblem) -> Data {
        if isAway.with({ $0 }) { throw .unavailable }
        attested.with { $0 += 1 }
        return Data("of \(name(keyID)) for \(text)".utf8)
    }

    func assertion(by keyID: String, over text: String) async throws(AttestingProblem) -> Data {
        if name(keyID).hasSuffix("\(lost.with { $0 })") { throw .keyIsGone }
        return Data("by \(name(keyID)): \(text)".utf8)
    }

    private func name(_ keyID: String) -> String {
        String(decoding: Data(base64Encoded: keyID) ?? Data(), as: UTF8.self)
    }
}
