import Logging
import Synchronization
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: what it learns from receipts")
struct RouteLearnerTests {
    private let now = Timestamp(seconds: 1_767_668_400)
    private let world = InMemoryWorld()
    private let followed = Followed()

    private final class Followed: Sendable {
        private let shares = Mutex<[[String: LearnedShare]]>([])

        var all: [[String: LearnedShare]] { shares.withLock(\.self) }

        func add(_ new: [String: LearnedShare]) { shares.withLock { $0.append(new) } }
    }

    private func look(after earlier: [String: LearnedShare]) async -> [String: LearnedShare]? {
        let learner = RouteLearner(
            ["bad", "good"], from: world, now: { [now] in now }, logger: Logger(label: "test"),
            follow: { [followed] in followed.add($0) })
        return await learner.look(after: earlier)
    }

    @Test("gives a gateway that delivers nothing less, and all others the whole")
    func learns() async throws {
        for ago in 0..<60 {
            let minute = Minute(now) - ago
            try await world.add([
                Tally(TallyKey(.awaited, in: minute, region: "DE", gateway: "bad"), count: 20),
                Tally(TallyKey(.awaited, in: minute, region: "DE", gateway: "good"), count: 20),
                // In no route that learns.
                Tally(TallyKey(.awaited, in: minute, region: "DE", gateway: "worse"), count: 20),
                Tally(TallyKey(.delivered, in: minute, region: "DE", gateway: "good"), count: 19),
            ])
        }
        let shares = try #require(await look(after: [:]))
        #expect(shares.mapValues(\.percent) == ["bad": LearnedShare.least] && followed.all == [shares])
    }

    @Test("keeps what it knows while the store does not answer, and forgets it when nothing speaks for it")
    func keeps() async {
        let known = ["bad": LearnedShare(percent: 40, reason: .comesBack)]
        world.away = [.tallies]
        #expect(await look(after: known) == nil && followed.all.isEmpty)
        world.away = []
        #expect(await look(after: known) == [:] && followed.all == [[:]])
    }
}
