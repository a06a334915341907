import Testing

/// A second factor by SMS on a real server, with real queue and database; PyJWT reads what the tokens say.
@Suite("second factors at the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentitySecondFactorTests {
    @Test("a phone is enrolled, asked for, and withdrawn; of racing calls the database lets one through")
    func phones() async throws {
        try await withSite { site in
            try await site.beginTesting()
            let identity = try await site.identity()
            let phones = try await site.testNumbers(10, at: identity)
            try await IdentityScript(name: "mfa").expectKept(6, identity.caller.job(phones: phones))
        }
    }
}
