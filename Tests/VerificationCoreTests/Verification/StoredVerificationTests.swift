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
            lastEnd: start + .seconds(600),
            sends: 2, messages: 3, resendAfter: start + .seconds(60), wrongCodes: 1)
        let open = try stored(.pending, checks: 1).report(to: request("A"), live: live, messages: [], now: start)
        #expect(open.remainingSends == 3 && open.remainingChecks == 4)
        #expect(open.resendAfter == start + .seconds(60))
        let over = try stored(.approved, checks: 1).report(to: request("A"), live: nil, messages: [], now: start)
        #expect(over.remainingSends == 0 && over.remainingChecks == 0)
    }

    @Test(
        "only the id through which the code came is approved; where no such id is on record, the verification's own",
        arguments: [
            (Character?("A"), Character("A"), VerificationStatus.approved), ("A", "B", .approvedElsewhere),
            ("B", "A", .approvedElsewhere),
            ("B", "B", .approved), ("B", "C", .approvedElsewhere), (nil, "A", .approved),
            (nil, "B", .approvedElsewhere),
        ])
    func approved(by: Character?, asked: Character, status: VerificationStatus) throws {
        let stored = try stored(.approved, checks: 0, by: by)
        #expect(stored.status(of: PhoneScript.id(asked), at: start) == status)
        #expect(stored.report(to: request(asked), live: nil, messages: [], now: start).status == status)
        let whole = stored.wholeReport(live: nil, messages: [], outcome: .send, now: start)
        #expect(whole.status == .approved && whole.approvedBy == by.map(PhoneScript.id))
    }

    @Test("every other end is everybody's", arguments: VerificationStatus.onRecord)
    func ended(status: VerificationStatus) throws {
        let stored = try stored(status, checks: 0)
        #expect(status == .approved || stored.status(of: PhoneScript.id("B"), at: start) == status)
    }

    @Test("a request's id tells the texts of this request, and nobody else's")
    func metadata() throws {
        let stored = try stored(.pending, checks: 0, metadata: ["session": "A"])
        let texts = { stored.report(to: $0, live: nil, messages: [], now: start).metadata }
        #expect(texts(request("A")) == ["session": "A"])
        #expect(texts(request("B", metadata: ["session": "B"])) == ["session": "B"])
        #expect(texts(request("C")) == [:], "an older program keeps no texts of a request that joins")
    }

    private func request(_ name: Character, metadata: [String: String] = [:]) -> NewRequest {
        NewRequest(
            id: PhoneScript.id(name), verification: PhoneScript.id("A"), outcome: .duplicate, message: nil,
            metadata: metadata)
    }

    private func stored(
        _ status: VerificationStatus, checks: Int, metadata: [String: String] = [:], by: Character? = nil
    ) throws -> StoredVerification {
        StoredVerification(
            id: PhoneScript.id("A"), phoneKey: PhoneKey(app: try #require(AppID("demo")), phone: "+491510001"),
            status: status, reason: nil, code: .made(CodeRecipe(keyName: "k", digits: 6)), maxSends: 5, maxChecks: 5,
            checks: checks, metadata: metadata, createdAt: start, expiresAt: start + .seconds(600),
            approvedBy: by.map(PhoneScript.id))
    }
}
