import HTTPTypes
import InMemoryLogging
import Logging
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("The audit of calls with a key of the scope admin")
struct AdminAuditTests {
    private static let number = #"{"phoneNumber":"+14155552123","code":"123456"}"#
    private static let key = "key \(APIKeyHash(of: APIFixture.key).shortName)"

    @Test("a test number that is added or removed leaves a line by the key's name, and neither number nor code")
    func testNumbers() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let saved = try await api.post("/v1/test-numbers", Self.number)
            #expect(saved.status == 201)
            #expect(try await api.post("/v1/test-numbers", Self.number).status == 200)
            let id = try #require(saved.text("id"))
            let path = "/v1/test-numbers/\(id)"
            #expect(try await api.call(.delete, path).status == 204)
            #expect(try await api.call(.delete, path).status == 404)
            _ = try await api.get("/v1/test-numbers")
        }
        let lines = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry)
        #expect(lines.count == 3, "who changes nothing, and who lists, leaves no line")
        #expect(lines.allSatisfy { $0.actor == Self.key && $0.action == .changeTestNumber && $0.result == .done })
        #expect(
            lines.map { String($0.subject.prefix(18)) } == [
                "remove test number", "add test number +1", "add test number +1",
            ])
        #expect(lines.allSatisfy { !$0.subject.contains("5552123") && !$0.subject.contains("123456") })
        #expect(lines.allSatisfy { $0.subject.hasSuffix("of app demo") })
    }

    @Test("an erasure leaves a line with the number of verifications, and a second one that there were none")
    func erasures() async throws {
        let fixture = try APIFixture()
        let body = #"{"phoneNumber":"+14155552123"}"#
        let counts = try await fixture.serve { api in
            _ = try await fixture.started(api)
            return [
                try await api.post("/v1/erasures", body)["erasedVerifications"],
                try await api.post("/v1/erasures", body)["erasedVerifications"],
            ]
        }
        #expect(counts == [1, 0])
        let lines = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry)
        #expect(lines.allSatisfy { $0.actor == Self.key && $0.action == .eraseVerifications && $0.result == .done })
        #expect(
            lines.map { String($0.subject.suffix(21)) } == ["of app demo: 0 erased", "of app demo: 1 erased"])
        #expect(lines.allSatisfy { !$0.subject.contains("5552123") })
    }

    @Test("a refused call leaves a line that it has failed, and a key of another scope none")
    func refused() async throws {
        let fixture = try APIFixture(rules: SendingRules(maxTestNumbers: 0))
        let statuses = try await fixture.serve { api in
            [
                try await api.post("/v1/test-numbers", Self.number).status,
                try await api.post("/v1/test-numbers", Self.number, key: APIFixture.sendingKey).status,
            ]
        }
        #expect(statuses == [409, 403])
        let lines = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry)
        #expect(lines.map(\.result) == [.failed] && lines.map(\.actor) == [Self.key])
    }

    @Test("while the audit takes no line, the call is served, and an error is logged")
    func noAudit() async throws {
        let fixture = try APIFixture()
        fixture.world.away = [.operatorsAndAudit]
        let status = try await fixture.serve { try await $0.post("/v1/test-numbers", Self.number).status }
        #expect(status == 201)
        #expect(fixture.logs.entries.contains { $0.level == .error && "\($0.message)" == "no line" })
    }
}
