import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("Callers and a worker, over the queue in memory")
struct CallersTests {
    @Test("fifty callers at once for one phone meet in one verification, and all their ids accept its code once")
    func meet() async throws {
        let fixture = try APIFixture()
        let queue = fixture.world.queue(of: .requests)
        let worker = Task { try await work(fixture, queue.openInbox()) }
        try await fixture.serve(over: queue) { api in
            let answers = try await callers(50) { try await api.start("+14155552123", prefer: "wait=30") }
            #expect(answers.allSatisfy { $0.status == 200 && $0.text("status") == "pending" })
            #expect(answers.filter { $0["deduplicated"] == false }.count == 1)
            let verification = try #require(answers.first?.id)
            #expect(Set(answers.map(\.id)) == [verification])
            let shown = try await api.get("/v1/verifications/\(verification)")
            #expect(shown["messages"]?.array?.count == 1)
            let checks = try await callers(50) { try await api.check(verification, fixture.code(of: verification)) }
            #expect(checks.filter { $0.status == 200 }.count == 1)
        }
        worker.cancel()
        _ = await worker.result
    }

    /// Decides each request, sends it nowhere, and says so.
    private func work(_ fixture: APIFixture, _ inbox: InMemoryInbox) async throws {
        for await deliveries in inbox.deliveries {
            for delivery in deliveries {
                await inbox.settle(delivery, as: .acknowledge(try await answer(to: delivery, fixture)))
            }
        }
    }

    private func answer(to delivery: JobDelivery, _ fixture: APIFixture) async throws -> RequestAnswer? {
        let request = try RequestCodec.decode(delivery, phones: FakePhoneNumberParser())
        return switch try await fixture.work(request) {
        case .send(let order): .sent(order.summary, message: .accepted, language: "en")
        case .duplicate(let summary): .duplicate(summary)
        case .limited(let reached): .limited(reached)
        case .refused(let reason): .refused(reason)
        case .expired: .expired
        case .keyReused: .keyReused
        case .leased, .known, .idReused, .idAhead, .outdated: nil
        }
    }

    private func callers(
        _ count: Int, _ call: @escaping @Sendable () async throws -> APIAnswer
    ) async throws -> [APIAnswer] {
        try await withThrowingTaskGroup(of: APIAnswer.self) { group in
            for _ in 0..<count { group.addTask { try await call() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
