import Testing
import VerificationCore

@Suite("Rules: the claims of one transaction")
struct ClaimBatchTests {
    @Test("two requests for one phone meet in one batch: one SMS")
    func onePhone() throws {
        var batch = ClaimBatch(phones: [:], seen: [:])
        #expect(try decide("A", in: &batch) == "send A#1")
        #expect(try decide("B", in: &batch) == "joins A")
        #expect(
            batch.changes.map { $0.words(since: PhoneScript.start) } == [
                "verification A pending", "request A of A: send #1", "message A#1 leased until 15 s",
                "request B of A: duplicate",
            ])
    }

    @Test("a request that is in a batch twice is sent once")
    func sameRequestTwice() throws {
        var batch = ClaimBatch(phones: [:], seen: [:])
        #expect(try decide("A", in: &batch, token: 1) == "send A#1")
        #expect(try decide("A", in: &batch, token: 2) == "busy for 15 s")
        #expect(try decide("B", in: &batch) == "joins A")
        #expect(try decide("B", in: &batch) == "settled")
        #expect(batch.changes.count == 4)
    }

    @Test("a request's id that is in a batch with two phones is the first one's")
    func sameRequestTwoPhones() throws {
        var batch = ClaimBatch(phones: [:], seen: [:])
        #expect(try decide("A", in: &batch, token: 1) == "send A#1")
        #expect(try decide("A", in: &batch, token: 2, number: "+491510002") == "id reused")
        #expect(batch.phones.changes.map(\.key.phone) == ["+491510001"])
    }

    @Test("limits count within a batch")
    func limits() throws {
        var batch = ClaimBatch(phones: [:], seen: [:])
        let rules = SendingRules(resendAfter: .zero, maxSends: 100, sendsPerPhone: [RateLimit(2, per: .seconds(60))])
        let words = try "ABCD".map { try decide($0, in: &batch, rules: rules) }
        #expect(
            words == ["send A#1", "send A#2"]
                + Array(repeating: "sends-per-phone 2 in 60 s, again in 61 s", count: 2))
    }

    @Test("only rows that a decision changed are written, in the order in which they are locked")
    func changedPhones() throws {
        let phones = try ["+491510003", "+491510001", "+491510002"].map {
            PhoneKey(app: try #require(AppID("demo")), phone: $0)
        }
        var known = PhoneState()
        known.sends.count(in: SendingRules.standard.sendsPerPhone, at: PhoneScript.start)
        var batch = ClaimBatch(phones: [phones[0]: known, phones[2]: known], seen: [:])
        _ = try decide("A", in: &batch, number: phones[0].phone)
        _ = try decide("B", in: &batch, number: phones[1].phone)
        _ = try decide("C", in: &batch, deadline: 0, number: phones[2].phone)
        _ = try decide("D", in: &batch, deadline: 0, number: "+491510004")
        #expect(batch.phones.changes.map(\.key.phone) == ["+491510001", "+491510003"])
        #expect(batch.phones.changes.map(\.isNew) == [true, false])
    }

    private func decide(
        _ name: Character, in batch: inout ClaimBatch, token: UInt64 = 1, deadline: Int = 100,
        number: String = "+491510001", rules: SendingRules = .standard
    ) throws -> String {
        let request = try PhoneScript.request(
            name, deadline: PhoneScript.start + .seconds(deadline), number: number)
        let claim = Claim(request: request, rules: rules, codeKey: "k", lease: .seconds(15), token: token)
        return batch.decide(claim, by: RuleBook(), now: PhoneScript.start).words
    }
}
