import Synchronization
import Testing
import VerificationCore

@testable import VerificationWorker

@Suite("The desk before the endpoints")
struct EndpointDeskTests {
    private let now: @Sendable () -> Timestamp = { Timestamp(seconds: 1_000) }

    private func desk(inFlight: Int = 2, waiting: Int = 3, ofAll: Int = 100) -> EndpointDesk {
        EndpointDesk(
            mostInFlight: inFlight, mostWaiting: waiting, mostWaitingOfAll: ofAll, deadline: .seconds(10),
            schedule: EventSchedule())
    }

    private func app(_ name: String) throws -> AppID { try #require(AppID(name)) }

    @Test("an app's calls are few at a time, a few events wait, and the rest is put off at once; other apps go")
    func bounds() async throws {
        let (desk, slow) = (desk(), try app("slow"))
        let entries = Entries()
        let changed = Tally()
        try await withThrowingTaskGroup { group in
            for _ in 1...9 {
                group.addTask {
                    let entry = await desk.enter(slow, "u", now: now)
                    entries.add(entry)
                    changed.add()
                }
            }
            // Two go, three wait, four are put off.
            await changed.reaches(6)
            #expect(entries.count(of: .go) == 2)
            #expect(entries.count(of: .putOff(.seconds(5))) == 4)
            #expect(await desk.enter(try app("other"), "u", now: now) == .go)
            for count in 7...9 {
                desk.leave(slow, isWell: true, now: now())
                await changed.reaches(count)
            }
            #expect(entries.count(of: .go) == 5)
            try await group.waitForAll()
        }
    }

    @Test("when an endpoint fails, the events that wait for it are put off")
    func failing() async throws {
        let (desk, dead) = (desk(inFlight: 1), try app("dead"))
        for _ in 1...4 {
            #expect(await desk.enter(dead, "u", now: now) == .go)
            desk.leave(dead, isWell: false, now: now())
        }
        #expect(await desk.enter(dead, "u", now: now) == .go)
        async let waiting = desk.enter(dead, "u", now: now)
        desk.leave(dead, isWell: false, now: now())
        #expect(await waiting == .putOff(.seconds(5)))
        #expect(await desk.enter(dead, "u", now: now) == .putOff(.seconds(5)))
        #expect(await desk.enter(dead, "another", now: now) == .go, "a new endpoint is not known to fail")
    }

    @Test("a worker that stops sends everybody away")
    func stops() async throws {
        let (desk, app) = (desk(inFlight: 1), try app("shop"))
        #expect(await desk.enter(app, "u", now: now) == .go)
        async let waiting = desk.enter(app, "u", now: now)
        desk.stop()
        #expect(await waiting == .stopped)
        #expect(await desk.enter(app, "u", now: now) == .stopped)
        desk.leave(app, isWell: true, now: now())
    }
}

private final class Entries: Sendable {
    private let all = Mutex<[EndpointDesk.Entry]>([])

    func add(_ entry: EndpointDesk.Entry) { all.withLock { $0.append(entry) } }

    func count(of entry: EndpointDesk.Entry) -> Int { all.withLock { $0.filter { $0 == entry }.count } }
}
