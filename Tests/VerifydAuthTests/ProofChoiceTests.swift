import Foundation
import Testing

@testable import VerifydAuth

@Suite("A call for a code", .timeLimit(.minutes(10)))
struct ProofChoiceTests {
    private func headers(_ site: ProofServerScript) -> [String?] {
        site.calls("sendVerificationCode").map { $0.header("X-Proof") }
    }

    @Test("brings the first proof that the server names and the device can make")
    func choice() async throws {
        let site = try ProofServerScript(naming: [.captcha, .silentPush]) { _, _ in .sent }
        let providers = [
            CountedProof(.appAttest), CountedProof(.silentPush, isAble: false), CountedProof(.captcha),
            CountedProof(.appCheck),
        ]
        #expect(try await site.send(with: providers) == "session")
        #expect(headers(site) == ["captcha 1 challenge-0"])
        #expect(providers.map { $0.made.with { $0 } } == [0, 1, 1, 0])
    }

    @Test("tries all providers in their order at a server that names no kinds")
    func earlierServer() async throws {
        let site = try ProofServerScript(naming: nil) { _, _ in .sent }
        _ = try await site.send(with: [CountedProof(.appAttest, isAble: false), CountedProof(.silentPush)])
        #expect(headers(site) == ["silent-push 1 challenge-0"])
    }

    @Test("goes without a proof where there is none, and the app hears what the server says to that")
    func none() async throws {
        let site = try ProofServerScript(naming: [.appAttest]) { _, number in
            number == 0 ? .sent : .refusal("MISSING_APP_CREDENTIAL")
        }
        let providers = [CountedProof(.appAttest, isAble: false)]
        #expect(try await site.send(with: providers) == "session")
        let error = await #expect(throws: AuthError.self) { _ = try await site.send(with: providers) }
        #expect(error?.kind == .missingAppCredential && headers(site) == [nil, nil])
    }

    @Test("asks for no challenge and brings no proof in a test without verification, and where the app has no provider")
    func testing() async throws {
        let site = try ProofServerScript(naming: [.captcha]) { _, _ in .sent }
        _ = try await site.send(with: [])
        site.settings.isAppVerificationDisabledForTesting = true
        _ = try await site.send(with: [CountedProof(.captcha)])
        #expect(site.transport.calls.map(\.method) == ["sendVerificationCode", "sendVerificationCode"])
        #expect(headers(site) == [nil, nil])
        let reasons = site.transport.calls.map { $0.header("X-Verifyd-Missing-Proof") }
        #expect(reasons == [nil, "not-asked"], "the server then sends nothing to a real number")
    }

    @Test("is made once more with a new proof after a refused one, which its provider forgets", arguments: [1, 5])
    func refused(times: Int) async throws {
        let site = try ProofServerScript(naming: [.appAttest]) { _, number in
            number < times ? .refusal("INVALID_APP_CREDENTIAL") : .sent
        }
        let provider = CountedProof(.appAttest)
        if times == 1 {
            #expect(try await site.send(with: [provider]) == "session")
        } else {
            let error = await #expect(throws: AuthError.self) { _ = try await site.send(with: [provider]) }
            #expect(error?.kind == .invalidAppCredential)
        }
        #expect(headers(site) == ["app-attest 1 challenge-0", "app-attest 2 challenge-1"])
        #expect(provider.forgotten.with { $0 } == min(times, 2))
    }

    @Test("shows no second captcha after a refused one")
    func refusedCaptcha() async throws {
        let site = try ProofServerScript(naming: [.captcha]) { _, _ in .refusal("CAPTCHA_CHECK_FAILED") }
        let error = await #expect(throws: AuthError.self) { _ = try await site.send(with: [CountedProof(.captcha)]) }
        #expect(error?.kind == .captchaCheckFailed && site.calls("sendVerificationCode").count == 1)
    }

    @Test("does not change after an error that says nothing of the proof")
    func otherErrors() async throws {
        let site = try ProofServerScript(naming: [.appAttest]) { _, _ in .refusal("QUOTA_EXCEEDED : Exceeded quota.") }
        let provider = CountedProof(.appAttest)
        let error = await #expect(throws: AuthError.self) { _ = try await site.send(with: [provider]) }
        #expect(error?.kind == .quotaExceeded && provider.forgotten.with { $0 } == 0)
        #expect(site.calls("sendVerificationCode").count == 1)
    }

    @Test("makes its proof after the answer to an earlier call, and a cancelled one does not wait for it")
    func turns() async throws {
        let gate = Gate()
        let site = try ProofServerScript(naming: [.appAttest]) { _, number in
            if number == 0 { await gate.pass() }
            return .sent
        }
        let (provider, captcha) = (CountedProof(.appAttest), CountedProof(.captcha))
        let verification = site.verification([provider, captcha])
        let send: @Sendable () async throws -> Void = {
            _ = try await verification.send(
                to: "", uiDelegate: nil, as: ProofServerScript.Sent.self, ProofServerScript.call)
        }
        let first = Task { try await send() }
        await site.transport.arrivals(atLeast: 2)
        let others = (0..<3).map { _ in Task { try await send() } }
        await site.transport.arrivals(atLeast: 5)
        others[1].cancel()
        await #expect(throws: CancellationError.self) { try await others[1].value }
        #expect(provider.made.with { $0 } == 1)
        gate.open()
        try await first.value
        try await others[0].value
        try await others[2].value
        #expect(provider.made.with { $0 } == 3 && site.calls("sendVerificationCode").count == 3)
    }

    @Test("ends with an error of this library if a provider of the app fails, whose error is below it")
    func foreignErrors() async throws {
        let site = try ProofServerScript(naming: nil) { _, _ in .sent }
        let provider = CountedProof(.appAttest) { throw URLError(.badServerResponse) }
        let error = await #expect(throws: AuthError.self) { _ = try await site.send(with: [provider]) }
        #expect(error?.kind == .missingAppCredential && error?.userInfo[NSUnderlyingErrorKey] is URLError)
        #expect(site.calls("sendVerificationCode").isEmpty)
    }
}
