import Synchronization
import TestSupport
import Testing
import VerificationCore

@testable import Verifications

@Suite("The throttle before the endpoints")
struct EndpointThrottleTests {
    private let now = Timestamp(seconds: 1_000)
    private let taken = EndpointThrottle.CallResult(isTold: true, took: .milliseconds(10))
    private let failed = EndpointThrottle.CallResult(isTold: false, took: .milliseconds(10))

    /// `waiting`: how many events of all apps may wait.
    private func throttle(inFlight: Int = 8, ofAll: Int = 128, waiting: Int = 0) -> EndpointThrottle {
        var bounds = EndpointThrottle.Bounds(prefetch: 256)
        (bounds.inFlight, bounds.inFlightOfAll, bounds.waitingOfAll, bounds.momentsOfAll) = (
            inFlight, ofAll, waiting, 0
        )
        return EndpointThrottle(bounds, deadline: .seconds(10), schedule: EventSchedule())
    }

    private func app(_ name: String) throws -> AppID { try #require(AppID(name)) }

    /// How many events of an app may go at once, in a throttle where none may wait.
    private func goes(_ app: AppID, _ throttle: EndpointThrottle) async -> Int {
        var count = 0
        while await throttle.enter(app, at: "u", now: now) == .go { count += 1 }
        return count
    }

    @Test("an app's calls are few at a time, a few events wait, and the rest is put off at once; other apps go")
    func bounds() async throws {
        let (throttle, slow) = (throttle(inFlight: 2, waiting: 6), try app("slow"))
        let entries = Entries()
        let changed = CallCount()
        try await withThrowingTaskGroup { group in
            for _ in 1...9 {
                group.addTask {
                    entries.add(await throttle.enter(slow, at: "u", now: now))
                    changed.add()
                }
            }
            // Two go, three wait, and as many places are left for others; four are put off.
            await changed.reaches(6)
            #expect(entries.count(of: .go) == 2)
            #expect(entries.count(of: .busy(.seconds(5))) == 4)
            #expect(await throttle.enter(try app("other"), at: "u", now: now) == .go)
            for count in 7...9 {
                throttle.leave(slow, after: taken, now: now)
                await changed.reaches(count)
            }
            #expect(entries.count(of: .go) == 5)
            try await group.waitForAll()
        }
    }

    @Test(
        "a burst waits for a moment at an endpoint that is known to be quick, also after a rest; others wait beside it")
    func burst() async throws {
        var bounds = EndpointThrottle.Bounds(prefetch: 256)
        (bounds.waitingOfAll, bounds.momentsOfAll) = (2, 100)
        let throttle = EndpointThrottle(bounds, deadline: .seconds(10), schedule: EventSchedule())
        let (quick, unknown) = (try app("quick"), try app("unknown"))
        for _ in 1...40 {
            #expect(await throttle.enter(quick, at: "u", now: now) == .go)
            throttle.leave(quick, after: taken, now: now)
        }
        let entries = Entries()
        let changed = CallCount()
        try await withThrowingTaskGroup { group in
            for _ in 1...200 {
                group.addTask {
                    entries.add(await throttle.enter(quick, at: "u", now: now))
                    changed.add()
                }
            }
            // Eight go, a hundred wait for a moment, one waits as at any endpoint, and the rest is put off.
            await changed.reaches(99)
            #expect(entries.count(of: .go) == 8 && entries.count(of: .busy(.seconds(5))) == 91)
            for _ in 1...8 { #expect(await throttle.enter(unknown, at: "u", now: now) == .go) }
            for count in 100...200 {
                throttle.leave(quick, after: taken, now: now)
                await changed.reaches(count)
            }
            #expect(entries.count(of: .go) == 109)
            try await group.waitForAll()
        }
    }

    @Test("an app may have as many calls as it leaves to the others, so a few slow apps do not take all")
    func boundOfAll() async throws {
        let throttle = throttle(ofAll: 6)
        for (name, count) in [("a", 3), ("b", 2), ("c", 1), ("d", 0)] {
            #expect(await goes(try app(name), throttle) == count, "\(name)")
        }
        let slow = try (1...16).map { try app("slow\($0)") }
        let full = self.throttle()
        for app in slow { _ = await goes(app, full) }
        #expect(await full.enter(try app("fast"), at: "u", now: now) == .go)
    }

    @Test("an event that waits because of other apps' calls goes when one of these ends")
    func othersEnd() async throws {
        let (throttle, a, b) = (throttle(ofAll: 2, waiting: 4), try app("a"), try app("b"))
        #expect(await throttle.enter(a, at: "u", now: now) == .go)
        #expect(await throttle.enter(b, at: "u", now: now) == .go)
        async let waiting = throttle.enter(try app("c"), at: "u", now: now)
        throttle.leave(a, after: taken, now: now)
        #expect(try await waiting == .go)
    }

    @Test("forty thousand events of a slow app leave at once, and come back spread over the pauses")
    func backlog() async throws {
        let (throttle, slow) = (throttle(), try app("slow"))
        #expect(await goes(slow, throttle) == 8)
        for _ in 1...20 {
            throttle.leave(slow, after: EndpointThrottle.CallResult(isTold: true, took: .seconds(4)), now: now)
            #expect(await throttle.enter(slow, at: "u", now: now) == .go)
        }
        let entries = Entries()
        for _ in 1...40_000 { entries.add(await throttle.enter(slow, at: "u", now: now)) }
        let (short, long) = (entries.count(of: .busy(.seconds(5))), entries.count(of: .busy(.seconds(3_600))))
        #expect(short < 100 && long > 30_000)
    }

    @Test("when an endpoint fails, the events that wait for it are put off")
    func failing() async throws {
        let (throttle, dead) = (throttle(inFlight: 1, waiting: 6), try app("dead"))
        for _ in 1...4 {
            #expect(await throttle.enter(dead, at: "u", now: now) == .go)
            throttle.leave(dead, after: failed, now: now)
        }
        #expect(await throttle.enter(dead, at: "u", now: now) == .go)
        async let waiting = throttle.enter(dead, at: "u", now: now)
        throttle.leave(dead, after: failed, now: now)
        #expect(await waiting == .failing(.seconds(5)))
        #expect(await throttle.enter(dead, at: "u", now: now) == .failing(.seconds(5)))
        #expect(await throttle.enter(dead, at: "another", now: now) == .go, "a new endpoint is not known to fail")
    }

    @Test("an endpoint that takes events slowly is spared like one that fails")
    func slow() async throws {
        let (throttle, slow) = (throttle(), try app("slow"))
        #expect(await goes(slow, throttle) == 8)
        for _ in 1...8 {
            throttle.leave(slow, after: EndpointThrottle.CallResult(isTold: true, took: .seconds(9.9)), now: now)
        }
        #expect(await throttle.enter(slow, at: "u", now: now) == .failing(.seconds(5)))
    }

    @Test("a worker that stops sends everybody away")
    func stops() async throws {
        let (throttle, app) = (throttle(inFlight: 1, waiting: 6), try app("shop"))
        #expect(await throttle.enter(app, at: "u", now: now) == .go)
        async let waiting = throttle.enter(app, at: "u", now: now)
        throttle.stop()
        #expect(await waiting == .stopped)
        #expect(await throttle.enter(app, at: "u", now: now) == .stopped)
        throttle.leave(app, after: taken, now: now)
    }
}

private final class Entries: Sendable {
    private let all = Mutex<[EndpointThrottle.Entry]>([])

    func add(_ entry: EndpointThrottle.Entry) { all.withLock { $0.append(entry) } }

    func count(of entry: EndpointThrottle.Entry) -> Int { all.withLock { $0.filter { $0 == entry }.count } }
}
