import HTTPService
import Testing
import VerificationCore

@testable import VerificationAPI

@Suite("Health of the API")
struct HealthTests {
    @Test("load balancers find liveness and readiness on the API's port; the operator's pages are not there")
    func pages() async throws {
        let readiness = Readiness([ReadinessCheck("queue") { false }], needs: [["queue"]])
        try await APIFixture().serve(readiness: readiness) { api in
            #expect(try await api.get("/livez", key: nil).status == 200)
            let answer = try await api.get("/readyz", key: nil)
            #expect(answer.status == 503 && answer.text("status") == "failed")
            #expect(try await api.get("/startupz", key: nil).status == 404)
            #expect(try await api.get("/metrics", key: nil).status == 404)
        }
    }
}
