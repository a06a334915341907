import StrictJSON
import Testing
import VerificationCore

/// Google's library for backends, as it is on PyPI: in emulator mode by its own switch, in production with a key of ours as
/// its access token, on the way to what it takes for Google's hosts.
@Suite("firebase-admin", .serialized, .timeLimit(.minutes(10)))
struct IdentityAdminTests {
    @Test("manages users over its whole interface, and checks tokens and cookies", arguments: SurfaceMode.allCases)
    func users(mode: SurfaceMode) async throws {
        try await withSite { site in
            try await site.beginTesting()
            let (keys, send) = (try await site.makeProject(), try await site.addKey("send"))
            let identity = try await site.identity(mode, of: keys)
            var job = identity.caller.job(phones: try await site.testNumbers(18, at: identity))
            job["send"] = .string(send)
            try await IdentityScript(name: "admin").expectKept(22, job)
            #expect(site.ledger.calls.isEmpty, "nothing is sent to test numbers")
        }
    }
}
