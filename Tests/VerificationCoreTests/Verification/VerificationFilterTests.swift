import Testing
import VerificationCore
import VerificationTesting

@Suite("A filter of verifications")
struct VerificationFilterTests {
    /// Noon of a day, UTC.
    private let noon = Timestamp(seconds: 1_767_225_600 + 43_200)
    private var midnight: Timestamp { noon.startOfDay }

    @Test("looks at the ids of its time first, and then at the rest of its days, where ids of keys may be")
    func spans() {
        let (one, two) = (noon + .seconds(3_600), noon + .seconds(7_200))
        let filter = VerificationFilter(from: one, until: two)
        let spans = [
            id(one)..<id(two), id(two)..<id(noon.endOfDay), id(midnight)..<id(one),
        ]
        #expect(filter.spans(before: nil) == spans)
        #expect(filter.spans(before: id(two)) == spans, "the first page's cursor may be its end")
        let (in0, in1, in2) = (id(one + .seconds(1)), id(two + .seconds(1)), id(midnight + .seconds(1)))
        #expect(filter.spans(before: in0) == [id(one)..<in0, spans[1], spans[2]])
        #expect(filter.spans(before: in1) == [id(two)..<in1, spans[2]])
        #expect(filter.spans(before: id(one)) == [spans[2]], "the end of the second span")
        #expect(filter.spans(before: in2) == [id(midnight)..<in2])
        #expect(filter.spans(before: id(midnight)).isEmpty)
        #expect(filter.spans(before: id(noon + .seconds(86_400 * 3))) == spans, "a cursor of another filter")
    }

    @Test("looks at no other ids without a time, and at none where nothing can be")
    func edges() {
        let everything = VerificationFilter.all.spans(before: nil)
        #expect(everything.count == 1 && everything[0].contains(id(noon)))
        #expect(VerificationFilter(from: noon, until: noon).spans(before: nil).isEmpty)
        let wholeDay = VerificationFilter(from: midnight + .seconds(3_600), until: noon.endOfDay)
        #expect(
            wholeDay.spans(before: nil) == [
                id(midnight + .seconds(3_600))..<id(noon.endOfDay), id(midnight)..<id(midnight + .seconds(3_600)),
            ])
        let within = VerificationFilter(from: noon + .microseconds(1), until: noon + .microseconds(2))
        #expect(within.ids.isEmpty && !within.spans(before: nil).isEmpty, "no id but that of a key")
        // A request of before midnight may become a verification after midnight.
        let early = VerificationFilter(from: midnight + .seconds(60)).spans(before: nil)
        #expect(early.last?.lowerBound == id(midnight - .seconds(86_400)))
    }

    @Test("takes the verification's time for the id of a key, which tells none, and the id's for another")
    func time() throws {
        let request = try StoreBench(workers: [], now: noon).request(key: "order-1").withIDOfKey()
        #expect(request.id.requestedAt == nil && request.id.mayBeOfKey)
        #expect(abs(request.id.madeAt.milliseconds - noon.milliseconds) > 60_000, "the key of this test shows it")
        let keyed = try record(request.id, at: noon + .seconds(1))
        #expect(keyed.shownAt == noon + .seconds(1))
        #expect(VerificationFilter(from: noon, until: noon + .seconds(60)).fits(keyed))
        #expect(!VerificationFilter(from: noon + .seconds(60)).fits(keyed))
        #expect(!VerificationFilter(until: noon).fits(keyed))
        let plain = try record(id(noon), at: noon + .seconds(90))
        #expect(plain.shownAt == noon && plain.id.requestedAt == noon)
        #expect(VerificationFilter(from: noon, until: noon + .seconds(60)).fits(plain))
        #expect(!VerificationFilter(from: noon + .seconds(60)).fits(plain))
    }

    private func id(_ moment: Timestamp) -> VerificationID { VerificationID(firstOf: moment) }

    private func record(_ id: VerificationID, at moment: Timestamp) throws -> VerificationRecord {
        VerificationRecord(
            report: VerificationReport(
                id: id, app: try #require(AppID("demo")), status: .pending, reason: nil, phone: "+491510001",
                createdAt: moment,
                expiresAt: moment + .seconds(600), resendAfter: moment, remainingSends: 4, remainingChecks: 5,
                metadata: [:], messages: [], requestOutcome: .send),
            region: "DE", endedAt: nil, wrongCodes: 0)
    }
}
