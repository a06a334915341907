import HTTPTypes
import Synchronization
import Testing
import VerificationCore

@testable import VerificationAPI

@Suite("Health")
struct HealthTests {
    @Test("liveness asks nobody")
    func liveness() async throws {
        let health = APIHealth(readiness: [ReadinessCheck("queue") { false }], hasStarted: { false })
        let answer = try await APIFixture().serve(health: health) { try await $0.get("/livez", key: nil) }
        #expect(answer.status == 200)
        #expect(answer.text("status") == "ok")
    }

    @Test(
        "readiness lists each dependency; only one that is required makes it 503",
        arguments: [
            (true, true, 200, "ok"), (false, true, 503, "failed"), (true, false, 200, "degraded"),
            (false, false, 503, "failed"),
        ] as [(Bool, Bool, Int, String)])
    func readiness(queue: Bool, database: Bool, status: Int, word: String) async throws {
        let health = APIHealth(readiness: [
            ReadinessCheck("queue") { queue }, ReadinessCheck("database", isRequired: false) { database },
        ])
        let answer = try await APIFixture().serve(health: health) { try await $0.get("/readyz", key: nil) }
        #expect(answer.status == status)
        #expect(answer.text("status") == word)
        #expect(answer["checks"]?["queue"] == .string(queue ? "ok" : "failed"))
        #expect(answer["checks"]?["database"] == .string(database ? "ok" : "failed"))
    }

    @Test("startup is 503 until everything has started")
    func startup() async throws {
        let started = Mutex(false)
        let health = APIHealth(readiness: [], hasStarted: { started.withLock { $0 } })
        try await APIFixture().serve(health: health) { api in
            let before = try await api.get("/startupz", key: nil)
            started.withLock { $0 = true }
            let after = try await api.get("/startupz", key: nil)
            #expect([before.status, after.status] == [503, 200])
        }
    }

    @Test("metrics are shown as they are given")
    func metrics() async throws {
        let health = APIHealth(readiness: [], metricsText: { Array("a_total 1\n".utf8) })
        let answer = try await APIFixture().serve(health: health) { try await $0.get("/metrics", key: nil) }
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer.body == Array("a_total 1\n".utf8))
    }
}
