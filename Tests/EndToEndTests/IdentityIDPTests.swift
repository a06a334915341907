import Testing

/// Identities at other providers in an emulator, which takes whatever a call says of a person, as seen by firebase-admin.
@Suite("Sign-in by identities, emulated", .serialized, .timeLimit(.minutes(10)))
struct IdentityIDPTests {
    @Test("people sign in, link and meet conflicts, and firebase-admin sees them")
    func people() async throws {
        try await withSite { site in
            let identity = try await site.identity(.emulator)
            try await IdentityScript(name: "idp").expectKept(7, identity.caller.job())
            #expect(site.ledger.calls.isEmpty, "no identity sends an SMS")
        }
    }
}
