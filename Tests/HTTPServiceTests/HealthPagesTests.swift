import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@Suite("The operator's pages")
struct HealthPagesTests {
    @Test("liveness asks nobody")
    func liveness() async throws {
        let health = Health(
            readiness: Readiness([ReadinessCheck("queue") { false }], needs: [["queue"]]), hasStarted: { false })
        let said = try await get("/livez", health)
        #expect(said == (200, #"{"status":"ok"}"#))
    }

    @Test("readiness lists each check, and is 503 while the process can do nothing")
    func readiness() async throws {
        let checks = [ReadinessCheck("queue") { true }, ReadinessCheck("database") { false }]
        let degraded = Health(readiness: Readiness(checks, needs: [["queue", "database"]]))
        let words = #""checks":{"queue":"ok","database":"failed"}}"#
        let whileDegraded = try await get("/readyz", degraded)
        #expect(whileDegraded == (200, #"{"status":"degraded","# + words))
        let failed = Health(readiness: Readiness(checks, needs: [["database"]]))
        let whileFailed = try await get("/readyz", failed)
        #expect(whileFailed == (503, #"{"status":"failed","# + words))
    }

    @Test("startup is 503 until everything has started")
    func startup() async throws {
        let started = Mutex(false)
        let health = Health(hasStarted: { started.withLock { $0 } })
        #expect(try await get("/startupz", health).status == 503)
        started.withLock { $0 = true }
        #expect(try await get("/startupz", health).status == 200)
    }

    @Test("metrics are shown as they are given, in Prometheus' format")
    func metrics() async throws {
        let health = Health(metricsText: { _ in Array("a_total 1\n".utf8) })
        let type = Mutex<String?>(nil)
        let answer = try await get("/metrics", health) { headers in type.withLock { $0 = headers[.contentType] } }
        #expect(answer == (200, "a_total 1\n"))
        let said = type.withLock { $0 }
        #expect(said == "text/plain; version=0.0.4; charset=utf-8")
    }

    @Test(
        "a scraper that takes OpenMetrics gets it",
        arguments: [
            ("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", true),
            ("Application/OpenMetrics-Text", true), ("text/plain", false), ("*/*", false), ("", false),
        ])
    func openMetrics(accept: String, isOpen: Bool) async throws {
        let health = Health(metricsText: { Array(($0 ? "# EOF\n" : "").utf8) })
        let type = Mutex<String?>(nil)
        let answer = try await get("/metrics", health, accept: accept) { headers in
            type.withLock { $0 = headers[.contentType] }
        }
        #expect(answer == (200, isOpen ? "# EOF\n" : ""))
        #expect(type.withLock { $0?.hasPrefix("application/openmetrics-text; version=1.0.0") } == isOpen)
    }

    private func get(
        _ path: String, _ health: Health, accept: String = "",
        _ headers: @escaping @Sendable (HTTPFields) -> Void = { _ in }
    ) async throws -> (status: Int, body: String) {
        let surface = health.surface(logger: Logger(label: "health"))
        return try await Application(router: surface.makeRouter()).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: [.accept: accept]) { response in
                headers(response.headers)
                return (response.status.code, String(buffer: response.body))
            }
        }
    }
}
