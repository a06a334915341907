import Bench
import Testing
import VerificationCore

@Suite("a drain: its requests and its report")
struct DrainTests {
    @Test("every nth request repeats the phone before it", arguments: [(0, 10), (2, 5), (3, 7), (10, 9)])
    func repeats(every: Int, distinct: Int) throws {
        let plan = DrainPlan(requests: 10, reentrantEvery: every)
        let keys = try KeyRing("a:" + String(repeating: "A", count: 43) + "=")
        let app = try #require(AppID("bench"))
        let requests = (0..<10).map { index in
            plan.request(index, of: app, keys: keys, now: Timestamp(microseconds: 1), random: UInt64(index))
        }
        #expect(requests.count == 10 && Set(requests.map(\.id)).count == 10)
        #expect(Set(requests.map(\.phone.e164)).count == distinct && plan.distinctPhones == distinct)
        #expect(Set(requests.map(\.clientIP)).count == 10)
    }

    @Test("the plain drain has the same requests, without addresses, history and other workers")
    func plain() {
        let plan = DrainPlan(
            requests: 20, reentrantEvery: 5, gateway: .webhook, workers: 4, history: History(days: 3, sessions: 9))
        let plain = DrainPlan(requests: 20, reentrantEvery: 5, hasAddresses: false, gateway: .webhook)
        #expect(plan.plain == plain)
    }

    @Test("workers count together: from the first delivery of any to the last settlement of any")
    func together() {
        let report = Self.report(shares: [
            Self.share(acknowledged: 6, once: 5, from: 1_000_000, to: 2_000_000, latency: 8_000),
            Self.share(acknowledged: 4, once: 4, from: 1_500_000, to: 3_000_000, latency: 9_000),
        ])
        #expect(report.complaints == [])
        #expect(report.drainedPerSecond == 5)
        #expect(report.latency(50) == 9 && report.latency(100) == 9)
        #expect(report.processorPerRequest == 200)
    }

    @Test("a phone that two workers have called, a lost request and a lost worker are found")
    func complaints() {
        let twice = Self.share(acknowledged: 5, once: 5, from: 0, to: 1)
        #expect(
            Self.report(shares: [twice, twice]).complaints == ["phones that the gateway saw once: 10 instead of 9"])
        #expect(Self.report(shares: [twice]).complaints.count == 3)
    }

    @Test("a worker that got nothing does not count as slow")
    func idleWorker() {
        let report = Self.report(shares: [
            Self.share(acknowledged: 10, once: 9, from: 0, to: 2_000_000, latency: 7_000), Self.share(),
        ])
        #expect(report.drainedPerSecond == 5 && report.latency(99) == 7 && report.complaints == [])
    }

    private static func share(
        acknowledged: Int = 0, once: Int = 0, from start: Int? = nil, to end: Int? = nil, latency: Int? = nil
    ) -> DrainShare {
        var share = DrainShare()
        (share.acknowledged, share.calledOnce) = (acknowledged, once)
        (share.startedAt, share.endedAt) = (start, end)
        share.latencies = latency.map { Array(repeating: $0, count: DrainShare.percentiles.count) } ?? []
        return share
    }

    /// Of ten requests for nine phones, shared by two workers.
    private static func report(shares: [DrainShare]) -> DrainReport {
        DrainReport(
            plan: DrainPlan(requests: 10, reentrantEvery: 10, workers: 2), publishedIn: .seconds(1), shares: shares,
            recorded: .init(requests: 10, verifications: 9, acceptedMessages: 9), memory: .init(),
            processorSeconds: 0.002)
    }
}
