import GatewayConformance
import Gateways
import Testing
import VerificationCore
import VerificationTesting

@Suite("Places at a gateway", .timeLimit(.minutes(10)))
struct PacedGatewayTests {
    private let clock = SteppingClock()
    private let gateway = RecordingGateway()

    private func paced(maxInFlight: Int = 1_000, perSecond: Double? = nil) throws -> PacedGateway<SteppingClock> {
        try PacedGateway(gateway: gateway, maxInFlight: maxInFlight, perSecond: perSecond, clock: clock)
    }

    // MARK: In flight

    @Test("a place that is free is had at once, and again when given back")
    func free() async throws {
        let paced = try paced(maxInFlight: 2)
        let first = try await paced.place()
        let second = try await paced.place()
        #expect(paced.inFlight == 2)
        first.release()
        _ = try await paced.place()
        second.release()
        #expect(paced.inFlight == 1)
    }

    @Test("whoever waits is let in in the order of asking, one for each place given back")
    func firstInFirstOut() async throws {
        let paced = try paced(maxInFlight: 1)
        var held = try await paced.place()
        let (admitted, admit) = AsyncStream<(Int, GatewayPermit)>.makeStream()
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<20 {
            tasks.append(Task { admit.yield((number, try await paced.place())) })
            await paced.waiters(number + 1)
        }
        var order: [Int] = []
        var arrivals = admitted.makeAsyncIterator()
        while order.count < 20 {
            held.release()
            let (number, permit) = try #require(await arrivals.next())
            #expect(paced.inFlight == 1)
            order.append(number)
            held = permit
        }
        #expect(order == Array(0..<20))
        held.release()
        #expect(paced.inFlight == 0)
    }

    @Test("the line is bounded: who finds it full hears how long it will take, and whose time is over leaves it")
    func boundedLine() async throws {
        let paced = try PacedGateway(
            gateway: gateway, maxInFlight: 1, mostWaiting: 2, perSecond: 10, clock: clock)
        let held = try await paced.place()
        let waiting = [
            Task { try await paced.permit(within: .seconds(5)) }, Task { try await paced.permit(within: .seconds(60)) },
        ]
        await paced.waiters(2)
        guard case .full(let length) = try await paced.permit(within: .seconds(60)) else {
            Issue.record("a third caller waits")
            return
        }
        #expect(length == .milliseconds(200))
        clock.advance(by: .seconds(6))
        held.release()
        let entries = [try await waiting[0].value, try await waiting[1].value]
        #expect(entries.count { if case .late = $0 { true } else { false } } == 1)
        #expect(entries.compactMap(\.permit).count == 1 && paced.waiting == 0)
    }

    @Test("sent back are all who wait now, and later callers wait as before")
    func sentBack() async throws {
        let paced = try paced(maxInFlight: 1)
        let held = try await paced.place()
        let waiting = Task { try await paced.place() }
        await paced.waiters(1)
        paced.sendBack()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let later = Task { try await paced.place() }
        await paced.waiters(1)
        held.release()
        try await later.value.release()
    }

    @Test("turned away are all who wait and all who come later; who has a place keeps it", arguments: [nil, 1.0])
    func turnedAway(perSecond: Double?) async throws {
        let paced = try paced(maxInFlight: 1, perSecond: perSecond)
        let held = try await paced.place()
        let waiting = [Task { try await paced.place() }, Task { try await paced.place() }]
        await paced.waiters(2)
        paced.turnAway()
        paced.turnAway()
        for task in waiting { await #expect(throws: CancellationError.self) { _ = try await task.value } }
        await #expect(throws: CancellationError.self) { _ = try await paced.place() }
        #expect(paced.inFlight == 1)
        held.release()
        #expect(paced.inFlight == 0)
        await #expect(throws: CancellationError.self) { _ = try await paced.place() }
    }

    @Test("who is cancelled while waiting leaves the line, takes no place and holds up nobody")
    func cancelled() async throws {
        let paced = try paced(maxInFlight: 1)
        let held = try await paced.place()
        let impatient = Task { try await paced.place() }
        await paced.waiters(1)
        let patient = Task { try await paced.place() }
        await paced.waiters(2)
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        held.release()
        try await patient.value.release()
        #expect(paced.inFlight == 0)
    }

    @Test("a task that is cancelled already does not wait")
    func cancelledBefore() async throws {
        let paced = try paced(maxInFlight: 1)
        let held = try await paced.place()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await paced.place()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        held.release()
        #expect(paced.inFlight == 0)
    }

    @Test("never more than the limit are under way, whatever comes and goes, and no place is lost")
    func neverMore() async throws {
        let paced = try paced(maxInFlight: 7)
        await withDiscardingTaskGroup { group in
            for number in 0..<500 {
                group.addTask {
                    guard let permit = try? await paced.place() else { return }
                    #expect((1...7).contains(paced.inFlight))
                    await Task.yield()
                    permit.release()
                }
                if number % 5 == 0 {
                    group.addTask {
                        let task = Task { try await paced.place().release() }
                        await Task.yield()
                        task.cancel()
                        _ = await task.result
                    }
                }
            }
        }
        #expect(paced.inFlight == 0)
        for _ in 0..<7 { _ = try await paced.place() }
        #expect(paced.inFlight == 7)
    }

    // MARK: Per second

    @Test("messages begin evenly spread, none before its time")
    func evenlySpread() async throws {
        let paced = try paced(perSecond: 10)
        let (begun, begin) = AsyncStream<Duration>.makeStream()
        for number in 0..<5 {
            Task {
                let permit = try await paced.place()
                begin.yield(clock.now.offset)
                await send(through: permit)
            }
            if number > 0 { await paced.waiters(number) }
            if number == 0 { await gateway.calls(atLeast: 1) }
        }
        var moments = begun.makeAsyncIterator()
        #expect(await moments.next() == .zero)
        for number in 1..<5 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .milliseconds(99))
            #expect(paced.waiting == 5 - number)
            clock.advance(by: .milliseconds(1))
            #expect(await moments.next() == .milliseconds(100 * number))
        }
    }

    @Test("after a pause there is no burst: what was not used is gone")
    func noBurst() async throws {
        let paced = try paced(perSecond: 10)
        await send(through: try await paced.place())
        clock.advance(by: .seconds(60))
        await send(through: try await paced.place())
        let third = Task { try await paced.place() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(100))
        try await third.value.release()
    }

    @Test("a place given back without a send gives its share of the second back, to those who wait too")
    func unusedShare() async throws {
        let paced = try paced(perSecond: 1)
        let unused = try await paced.place()
        let waiting = Task { try await paced.place() }
        await clock.sleepers(atLeast: 1)
        unused.release()
        try await waiting.value.release()
        #expect(clock.now.offset == .zero)
        for _ in 0..<50 { try await paced.place().release() }
    }

    @Test("a gateway behind a permit is the gateway: name, keys and answers")
    func sameGateway() async throws {
        for paced in [try paced(), try paced(perSecond: 1)] {
            let permit = try await paced.place()
            #expect(permit.gateway.name == "recording")
            #expect(!permit.gateway.honorsIdempotencyKeys)
            gateway.script(.throttled(after: .seconds(3)))
            #expect(await permit.gateway.send(.sample(), deadline: .seconds(1)) == .throttled(after: .seconds(3)))
            permit.release()
        }
    }

    @Test("limits that would let nobody in are refused")
    func badLimits() {
        #expect(throws: GatewaySettingsError.self) { try paced(maxInFlight: 0) }
        for perSecond in [0, -1, .nan, .infinity] {
            #expect(throws: GatewaySettingsError.self) { try paced(perSecond: perSecond) }
        }
    }

    private func send(through permit: GatewayPermit) async {
        _ = await permit.gateway.send(.sample(), deadline: .seconds(1))
        permit.release()
    }
}
