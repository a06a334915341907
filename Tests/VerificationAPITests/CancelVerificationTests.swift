import HTTPTypes
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("POST /v1/verifications/{id}/cancel")
struct CancelVerificationTests {
    @Test("ends a verification; a second call says the same")
    func cancels() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let first = try await api.cancel(id)
            #expect(first.status == 200)
            #expect(first.text("status") == "canceled")
            #expect(try await api.cancel(id).body == first.body)
        }
    }

    @Test("leaves an approved verification approved")
    func tooLate() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            _ = try await api.check(id, fixture.code(of: id))
            let answer = try await api.cancel(id)
            #expect(answer.status == 200)
            #expect(answer.text("status") == "approved")
        }
    }

    @Test("cannot take a request back from the queue: 409, and 200 expired once it is too old to be sent")
    func queued() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try #require(try await api.start("+14155552123").id)
            let answer = try await api.cancel(id)
            #expect(answer.status == 409)
            #expect(answer.problem == "verification-queued")
            fixture.clock.advance(by: .seconds(660))
            let later = try await api.cancel(id)
            #expect(later.status == 200)
            #expect(later.text("status") == "expired")
        }
    }
}
