import Testing
import VerificationCore

@Suite("A stored verification")
struct StoredVerificationTests {
    private let start = PhoneScript.start

    @Test(
        "a pending verification ends by itself when its code dies or its tries are used up; an ended one stays",
        arguments: [
            (VerificationStatus.pending, 0, 599, VerificationStatus.pending), (.pending, 4, 599, .pending),
            (.pending, 5, 599, .maxAttemptsReached), (.pending, 0, 600, .expired), (.pending, 5, 600, .expired),
            (.approved, 5, 900, .approved), (.canceled, 0, 900, .canceled), (.failed, 0, 0, .failed),
            (.refused, 0, 900, .refused),
        ])
    func status(written: VerificationStatus, checks: Int, seconds: Int, status: VerificationStatus) throws {
        let stored = try stored(written, checks: checks)
        #expect(stored.status(at: start + .seconds(seconds)) == status)
    }

    @Test("a report says what is left while there is something to do, and nothing afterwards")
    func report() throws {
        let live = LiveVerification(
            id: PhoneScript.id("A"), code: .made(CodeRecipe(keyName: "k", digits: 6)), expiresAt: start + .seconds(600),
            sends: 2, messages: 3, resendAfter: start + .seconds(60), wrongCodes: 1)
        let open = try stored(.pending, checks: 1).report(live: live, messages: [], requestOutcome: .send, now: start)
        #expect(open.remainingSends == 3 && open.remainingChecks == 4)
        #expect(open.resendAfter == start + .seconds(60))
        let over = try stored(.approved, checks: 1).report(live: nil, messages: [], requestOutcome: .send, now: start)
        #expect(over.remainingSends == 0 && over.remainingChecks == 0)
    }

    private func stored(_ status: VerificationStatus, checks: Int) throws -> StoredVerification {
        StoredVerification(
            id: PhoneScript.id("A"), phoneKey: PhoneKey(app: try #require(AppID("demo")), phone: "+491510001"),
            status: status, reason: nil, code: .made(CodeRecipe(keyName: "k", digits: 6)), maxSends: 5, maxChecks: 5,
            checks: checks, metadata: [:], createdAt: start, expiresAt: start + .seconds(600))
    }
}
