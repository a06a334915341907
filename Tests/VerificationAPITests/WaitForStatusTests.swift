import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@testable import VerificationAPI

@Suite("GET /v1/verifications/{id} with Prefer: wait")
struct WaitForStatusTests {
    private let clock = SteppingClock()
    private let fixture: APIFixture

    init() throws {
        let clock = clock
        fixture = try APIFixture { StatusWatch($0, most: 3, clock: clock) }
    }

    private func wait(_ api: APIClient, _ id: VerificationID) async throws -> APIAnswer {
        try await api.get("/v1/verifications/\(id)", [.prefer: "wait=30"])
    }

    @Test("is answered when a worker has the request, when a gateway has the message, and when it ends")
    func changes() async throws {
        try await fixture.serve { api in
            let id = try #require(try await api.start("+14155552123").id)
            let request = try #require(fixture.queue.published.last).request
            let order = try await answered(api, id, "pending") {
                let claim = Claim(
                    request: request, rules: fixture.app.rules, codeKey: "k1", lease: .seconds(30), token: 1)
                return try await fixture.world.claim(claim)
            }
            guard case .send = order else { throw Missing.request }
            _ = try await answered(api, id, "pending") { try await fixture.record(order, request) }
            #expect(try await api.get("/v1/verifications/\(id)")["messages"]?.array?.first?["status"] == "accepted")
            _ = try await answered(api, id, "approved") { try await api.check(id, fixture.code(of: id)) }
            let ended = try await wait(api, id)
            #expect(ended.text("status") == "approved" && ended.headers[.preferenceApplied] == "wait=30")
        }
    }

    /// Waits, does what is to be waited for, and expects the answer after the next look.
    private func answered<Value: Sendable>(
        _ api: APIClient, _ id: VerificationID, _ status: String, _ event: () async throws -> Value
    ) async throws -> Value {
        async let answer = wait(api, id)
        await clock.sleepers(atLeast: 2)
        let value = try await event()
        clock.advance(by: .milliseconds(250))
        #expect(try await answer.text("status") == status)
        return value
    }

    @Test("is answered as it is after that time, and at once for what cannot change")
    func noChange() async throws {
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            async let answer = wait(api, id)
            await clock.sleepers(atLeast: 2)
            clock.advance(by: .seconds(30))
            #expect(try await answer.text("status") == "pending")
            let never = VerificationID(high: id.high ^ 0x10000, low: id.low)
            #expect(try await wait(api, never).status == 404)
            #expect(try await api.get("/v1/verifications/\(id)", key: APIFixture.otherKey).status == 404)
        }
    }

    @Test("keeps no more than so many, and nobody when the process stops; while the database is away they wait")
    func bounds() async throws {
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let waiting = (0..<3).map { _ in Task { try await wait(api, id) } }
            await clock.sleepers(atLeast: 4)
            #expect(try await wait(api, id).text("status") == "pending")
            fixture.world.away = [.verifications]
            clock.advance(by: .milliseconds(250))
            await clock.sleepers(atLeast: 4)
            fixture.world.away = []
            await fixture.watch.close()
            for task in waiting { #expect(try await task.value.text("status") == "pending") }
            #expect(try await wait(api, id).text("status") == "pending")
        }
    }
}
