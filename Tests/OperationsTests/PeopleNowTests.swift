import Operations
import Testing
import VerificationCore

@Suite("What is said of the people of the last half minute")
struct PeopleNowTests {
    private let sample = JudgementTests()

    @Test("counts who asked, who was not queued and who waits for a message")
    func sentences() {
        for (keys, words) in [
            ([.started: 73], "Last 25 s: 73 asked, 73 queued, 73 messages accepted."),
            (
                [.notQueued: 73],
                "Last 25 s: 73 asked, 0 queued, 73 not queued, 0 messages accepted. About 73 people got no code."
            ),
            (
                [.started: 40, .limited: 4, .turnedAway: 9],
                "Last 25 s: 49 asked, 40 queued, 9 rejected by policy, 4 rate-limited, 0 messages accepted. "
                    + "About 36 people are waiting for a code."
            ),
            (
                [.started: 10, .notQueued: 1],
                "Last 25 s: 11 asked, 10 queued, 1 not queued, 0 messages accepted. "
                    + "About 1 person got no code, and about 10 people are waiting for one."
            ),
        ] as [([TallyKind: Int], String)] {
            let accepted = words.contains("73 messages") ? 73 : 0
            #expect(people(keys, accepted: accepted).sentence == words)
        }
    }

    @Test("takes no call for a person who waits while so few are missing that they may have joined others")
    func joined() {
        #expect(people([.started: 100], accepted: 81).waiting == 0)
        #expect(people([.started: 100], accepted: 80).waiting == 20)
        #expect(people([.started: 2], accepted: 0).waiting == 0)
    }

    private func people(_ keys: [TallyKind: Int], accepted: Int) -> PeopleNow {
        var lately = Dictionary(uniqueKeysWithValues: keys.map { (MinuteCounts.Key($0), $1) })
        lately[MinuteCounts.Key(.callAccepted, name: "a")] = accepted
        let calls = ["a": CallCounts(accepted: accepted, failed: 0)]
        return PeopleNow(sample.late(sample.counts(calls: calls), lately))
    }
}
