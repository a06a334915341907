import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The marks of a process")
struct ProcessLifeTests {
    let world = InMemoryWorld()

    @Test("say when it started, with the version that it replaced, and when it ended in order")
    func life() async throws {
        let began = world.clock.now
        for version in ["1", "2"] { await live(as: version) }
        let marks = try world.marks(in: began...world.clock.now, limit: 9).reversed()
        #expect(marks.map(\.kind) == [.apiStarted, .apiEnded, .apiStarted, .apiEnded])
        #expect(marks.map(\.former) == [nil, nil, "version 1", nil])
        let told = Happening.list(actions: [], marks: Array(marks.reversed()))
        #expect(told.map(\.kind) == [.stop, .deploy, .stop, .start])
        #expect(told[1].what == "an API process started on host, version 2 after version 1")
        #expect(told[0].what == "an API process ended in order on host, version 2")
    }

    @Test("come late, with their true times, when the store was away at the start")
    func away() async throws {
        let began = world.clock.now
        world.away = [.incidents]
        let life = ProcessLife(
            .identity, on: "host", version: "1", store: world, now: { [clock = world.clock] in clock.now })
        let task = Task { [world] in
            await life.run { pause in
                world.clock.advance(by: pause)
                if world.clock.now - began > .seconds(200) { world.away = [] }
                if world.clock.now - began > .seconds(400) { cancelThisTask() }
            }
        }
        await task.value
        let marks = try world.marks(in: began...world.clock.now, limit: 9)
        #expect(marks.map(\.kind) == [.identityEnded, .identityStarted])
        #expect(marks.last?.at == began)
    }

    @Test("say nothing of an end when the process failed: it did not end in order")
    func failed() async throws {
        let began = world.clock.now
        let life = ProcessLife(
            .api, on: "host", version: "1", store: world, now: { [clock = world.clock] in clock.now })
        await Task { await life.run(isOrderly: { false }) { _ in cancelThisTask() } }.value
        #expect(try world.marks(in: began...world.clock.now, limit: 9).map(\.kind) == [.apiStarted])
    }

    /// A process that runs for two minutes.
    private func live(as version: String) async {
        let life = ProcessLife(
            .api, on: "host", version: version, store: world, now: { [clock = world.clock] in clock.now })
        let task = Task { [world] in
            await life.run { pause in
                world.clock.advance(by: pause * 2)
                cancelThisTask()
            }
        }
        await task.value
    }
}

private func cancelThisTask() { withUnsafeCurrentTask { $0?.cancel() } }
