import AMQP
import RequestQueue
import Testing
import VerificationCore
import VerificationTesting

/// Run apart from everything else that needs the broker.
@Suite("with a broker in trouble", .serialized, .timeLimit(.minutes(15)))
struct BrokerFaultTests {
    private let probe: VerificationRequest

    init() throws {
        probe = try #require(.sample(999))
    }

    @Test("a stopped broker is unavailable within two seconds, and serves within ten of its return, with nothing lost")
    func stopped() async throws {
        try await withBroker(patience: nil) { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            try await broker.publisher.publish(try #require(.sample(1)), context: nil)
            let held = try #require(await reader.next())
            try await BrokerControl.under(.stop, healedBy: .start) {
                #expect(await problem(of: probe, on: broker.publisher) == .unavailable)
                #expect(!broker.publisher.isReady)
                // Ends, for the delivery is no longer ours.
                await inbox.settle(held, as: .again(after: .zero))
                await inbox.settle(held, as: .acknowledge)
            }
            let back = ContinuousClock.now
            for await state in broker.requests.states() where state == .ready { break }
            try await broker.publisher.publish(try #require(.sample(2)), context: nil)
            var left = try Set([1, 2].map { RequestCodec.encode(try #require(.sample($0))) })
            while !left.isEmpty {
                let delivery = try #require(await reader.next())
                left.remove(delivery.body)
                await inbox.settle(delivery, as: .acknowledge)
            }
            #expect(ContinuousClock.now - back < .seconds(10))
        }
    }

    // Takes three minutes now and then with RabbitMQ's own settings, see `QueueTopology`.
    @Test("requests that go round the ladder while the broker is killed and comes back are all served")
    func ladderAcrossAKill() async throws {
        try await withBroker { broker in
            let requests = try (1...300).map { try #require(VerificationRequest.sample($0)) }
            for request in requests { try await broker.publisher.publish(request, context: nil) }
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            async let trouble: Void = BrokerControl.under(.kill, healedBy: .start) {}
            var left = Set(requests.map(RequestCodec.encode))
            var seen: Set<[UInt8]> = []
            while !left.isEmpty {
                let delivery = try #require(await reader.next())
                let isFirstTime = seen.insert(delivery.body).inserted
                await inbox.settle(delivery, as: isFirstTime ? .again(after: .zero) : .acknowledge)
                if !isFirstTime { left.remove(delivery.body) }
            }
            try await trouble
        }
    }

    @Test("a frozen broker has an answer ready within two seconds, and the same publisher goes on after the thaw")
    func frozen() async throws {
        try await withBroker(patience: nil) { broker in
            try await BrokerControl.under(.freeze, healedBy: .thaw) {
                for _ in 1...3 { #expect(await problem(of: probe, on: broker.publisher) != nil) }
            }
            let back = ContinuousClock.now
            while await problem(of: probe, on: broker.publisher) != nil {}
            #expect(ContinuousClock.now - back < .seconds(10))
        }
    }

    @Test("under a memory alarm nothing is published, everything is settled, and what was unknown arrives late")
    func memoryAlarm() async throws {
        try await withBroker(patience: nil) { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let requests = try (1...50).map { try #require(VerificationRequest.sample($0)) }
            for request in requests { try await broker.publisher.publish(request, context: nil) }

            var enqueued = 0
            try await BrokerControl.under(.raiseMemoryAlarm, healedBy: .clearMemoryAlarm) {
                // The broker tells a connection that it is blocked only when it publishes.
                while true {
                    let problem = await problem(of: probe, on: broker.publisher)
                    if problem != .unavailable { enqueued += 1 }
                    if problem != nil { break }
                }
                #expect(await problem(of: probe, on: broker.publisher) == .unavailable)
                #expect(!broker.publisher.isReady)
                for _ in requests { await inbox.settle(try #require(await reader.next()), as: .acknowledge) }
                await broker.close(inbox)
            }
            let next = try await broker.openInbox()
            var late = DeliveryReader(next)
            for _ in 0..<enqueued {
                #expect(try #require(await late.next()).body == RequestCodec.encode(probe))
            }
        }
    }

    /// What a publish throws, nil for a success; either way within two seconds.
    private func problem(of request: VerificationRequest, on publisher: any RequestPublisher) async -> QueueProblem? {
        let begin = ContinuousClock.now
        defer { #expect(ContinuousClock.now - begin < .seconds(2)) }
        do throws(QueueProblem) {
            try await publisher.publish(request, context: nil)
            return nil
        } catch {
            return error
        }
    }
}
