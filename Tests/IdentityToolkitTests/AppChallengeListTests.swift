import AccountCore
import StrictJSON
import Testing
import VerificationCore

/// An app asks before each SMS what the project takes.
@Suite("The answer with a challenge")
struct AppChallengeListTests {
    private func proofs(_ modes: [AppProof.Kind: ProofRules.Mode], in mode: IdentityMode) async throws -> JSONValue? {
        var rules = ProofRules()
        for (kind, mode) in modes { rules[kind] = mode }
        let fixture = try IdentityFixture(mode, proofs: rules)
        return try await fixture.serve { client in
            let answer = try await client.app("appChallenge", "{}")
            #expect(answer.status == 200)
            #expect(answer.json?["challenge"]?.string?.isEmpty == false)
            #expect(answer.json?["expiresIn"] == "300")
            return answer.json?["proofs"]
        }
    }

    @Test("names the kinds of proofs that the project audits or enforces, always in the same order")
    func kinds() async throws {
        #expect(
            try await proofs(
                [.appAttest: .enforce, .captcha: .audit, .silentPush: .enforce, .appCheck: .off], in: .production)
                == ["captcha", "silent-push", "app-attest"])
        #expect(try await proofs([:], in: .production) == [])
    }

    @Test("names none in an emulator, which asks nobody for a proof")
    func emulator() async throws {
        #expect(try await proofs([.captcha: .enforce], in: .emulator) == [])
    }
}
