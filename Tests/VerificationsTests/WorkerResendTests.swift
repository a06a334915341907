import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: a resend after a message that did not arrive", .timeLimit(.minutes(10)))
struct WorkerResendTests {
    private let first = RecordingGateway(name: "first", reportsDelivery: true)
    private let second = RecordingGateway(name: "second", reportsDelivery: true)

    /// Two requests of a person, a minute apart; in between `meanwhile` happens.
    private func ask(
        twiceAt bench: WorkerBench, _ meanwhile: () async throws -> Void = {}
    ) async throws {
        try await bench.handle(bench.requests.request())
        try await meanwhile()
        bench.store.world.clock.advance(by: .seconds(61))
        try await bench.handle(bench.requests.request())
    }

    private func tell(_ bench: WorkerBench, _ status: DeliveryStatus) async throws {
        let receipt = DeliveryReceipt(gatewayID: "first-1", status: status)
        _ = try await bench.store.world.noteAll([GatewayReceipt(gateway: "first", receipt: receipt)])
    }

    @Test("goes to another gateway of the route after undelivered, and gives the first place back")
    func undelivered() async throws {
        let bench = WorkerBench(gateway: first, then: [second])
        try await bench.run { _ in
            try await ask(twiceAt: bench) { try await tell(bench, .undelivered) }
            #expect((first.calls.count, second.calls.count) == (1, 1))
            #expect(second.calls.map(\.id.ordinal) == [2] && second.calls.map(\.code) == first.calls.map(\.code))
        }
    }

    @Test("goes to another gateway after a silence, and to the first again after a delivery")
    func silence() async throws {
        let silent = WorkerBench(gateway: first, then: [second])
        try await silent.run { _ in
            try await ask(twiceAt: silent)
            #expect((first.calls.count, second.calls.count) == (1, 1))
        }
        let (a, b) = (RecordingGateway(name: "first", reportsDelivery: true), RecordingGateway(name: "second"))
        let delivered = WorkerBench(gateway: a, then: [b])
        try await delivered.run { _ in
            try await ask(twiceAt: delivered) { try await tell(delivered, .delivered) }
            #expect((a.calls.count, b.calls.count) == (2, 0))
        }
    }

    @Test("keeps the route's order where the gateway reports nothing")
    func mute() async throws {
        let mute = RecordingGateway(name: "mute")
        let bench = WorkerBench(gateway: mute, then: [second])
        try await bench.run { _ in
            try await ask(twiceAt: bench)
            #expect((mute.calls.count, second.calls.count) == (2, 0))
        }
    }

    @Test("takes the same gateway when no other is up, or when the others have no place")
    func noOther() async throws {
        let bench = WorkerBench(gateway: first, then: [second])
        try await bench.run { _ in
            try await ask(twiceAt: bench) { bench.routes.away("second") }
            #expect((first.calls.count, second.calls.count) == (2, 0))
            bench.routes.away()
            bench.routes.full("second")
            bench.store.world.clock.advance(by: .seconds(61))
            try await bench.handle(bench.requests.request())
            #expect((first.calls.count, second.calls.count) == (3, 0))
        }
    }

    @Test("takes a third gateway that is free, where the second is full")
    func freeOne() async throws {
        let third = RecordingGateway(name: "third", reportsDelivery: true)
        let bench = WorkerBench(gateway: first, then: [second, third])
        try await bench.run { _ in
            try await ask(twiceAt: bench) { bench.routes.full("second") }
            #expect((first.calls.count, second.calls.count, third.calls.count) == (1, 0, 1))
        }
    }

    @Test("fails over to the gateway that did not deliver only after all others")
    func failsOver() async throws {
        let third = RecordingGateway(name: "third", reportsDelivery: true)
        let bench = WorkerBench(gateway: first, then: [second, third])
        try await bench.run { _ in
            second.script(.refused(reason: "no-credit", .byThisGateway))
            third.script(.refused(reason: "down", .forNow))
            try await ask(twiceAt: bench) { try await tell(bench, .undelivered) }
            #expect((first.calls.count, second.calls.count, third.calls.count) == (2, 1, 1))
        }
    }
}
