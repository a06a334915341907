import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("GET /v1/verifications/{id}")
struct ShowVerificationTests {
    @Test("shows a verification with its messages, the number masked")
    func shows() async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve { api in
            _ = try await api.post(
                "/v1/verifications", #"{"phoneNumber":"+14155552123","metadata":{"b":"2","a":"1"}}"#)
            let request = try #require(fixture.queue.published.first).request
            _ = try await fixture.work(request)
            return try await api.get("/v1/verifications/\(request.id)")
        }
        #expect(answer.status == 200)
        #expect(answer.text("status") == "pending")
        #expect(answer.text("phoneNumber") == "+1••••••••23")
        #expect(answer.text("createdAt") == "2026-01-01T01:00:00.000Z")
        #expect(answer.text("expiresAt") == "2026-01-01T01:10:00.000Z")
        #expect(answer.text("resendAfter") == "2026-01-01T01:01:00.000Z")
        #expect(answer["remainingSends"] == 4)
        #expect(answer["remainingChecks"] == 5)
        #expect(answer["metadata"] == ["a": "1", "b": "2"])
        let message = try #require(answer["messages"]?.array?.first)
        #expect(message["status"] == "accepted")
        #expect(message["gateway"] == "sandbox")
        #expect(message["language"] == "en")
        #expect(message["encoding"]?.string != nil)
        #expect(message["segments"] == 1)
        #expect(message["tries"] == 1)
        #expect(message["possibleDuplicate"] == false)
        #expect(message["createdAt"]?.string != nil)
        #expect(message["updatedAt"]?.string != nil)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("4155552123"))
    }

    @Test("the id of a request that joined shows the verification it joined")
    func joined() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let first = try await fixture.started(api)
            let second = try await fixture.started(api)
            #expect(first != second)
            #expect(try await api.get("/v1/verifications/\(second)").id == first)
        }
    }

    @Test("a request that no worker has seen is queued, and expired when it is too old to be sent")
    func unseen() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try #require(try await api.start("+14155552123").id)
            let answer = try await api.get("/v1/verifications/\(id)")
            #expect(answer.status == 200)
            #expect(answer.id == id)
            #expect(answer.text("status") == "queued")
            fixture.clock.advance(by: .seconds(600 + 59))
            #expect(try await api.get("/v1/verifications/\(id)").text("status") == "queued")
            fixture.clock.advance(by: .seconds(1))
            #expect(try await api.get("/v1/verifications/\(id)").text("status") == "expired")
        }
    }

    @Test("an id in capitals is the same id")
    func capitals() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            #expect(try await api.get("/v1/verifications/\(id.description.uppercased())").id == id)
        }
    }

    @Test("ids that never were, other apps' ids and things that are no ids get the same answer, from every endpoint")
    func unknown() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let seen = try await fixture.started(api)
            let queued = try #require(try await api.start("+14155552124").id)
            let never = VerificationID(high: seen.high ^ 0x10000, low: seen.low)
            let ids = [
                "\(never)", "1", "01890a5d-ac96-474b-bcce-b302099a8057", "'%20or%201=1--", "..%2F..%2Fetc", "%00",
                "{\"a\":1}", String(repeating: "a", count: 10_000),
            ]
            var bodies: Set<[UInt8]> = []
            for id in ids { bodies.formUnion(try await everyAnswer(api, id, APIFixture.key)) }
            for id in [seen, queued] {
                bodies.formUnion(try await everyAnswer(api, "\(id)", APIFixture.otherKey))
            }
            #expect(bodies.count == 1)
        }
    }

    @Test("an id that only a key of another process could vouch for is 503 from every endpoint, while it is young")
    func otherRing() async throws {
        let fixture = try APIFixture()
        let newer = try KeyRing("k2:" + Base64.encodeForURL(Array(repeating: 8, count: 32)))
        let id = newer.makeID(for: fixture.app.id, at: fixture.clock.now, random: 7)
        try await fixture.serve { api in
            try await fixture.world.noteUse(of: "k1")
            _ = try await everyAnswer(api, "\(id)", APIFixture.key)
            try await fixture.world.noteUse(of: "k2")
            for answer in [
                try await api.get("/v1/verifications/\(id)"), try await api.check(id, "123456"),
                try await api.cancel(id),
            ] {
                #expect(answer.status == 503 && answer.problem == "code-key-unavailable")
                #expect(answer.headers[.retryAfter] == "2")
            }
            fixture.clock.advance(by: .seconds(660))
            _ = try await everyAnswer(api, "\(id)", APIFixture.key)
        }
    }

    @Test("the database away is 503 with Retry-After, for every endpoint that needs it")
    func databaseAway() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            fixture.world.away = [.verifications]
            for answer in [
                try await api.get("/v1/verifications/\(id)"), try await api.check(id, "123456"),
                try await api.cancel(id),
            ] {
                #expect(answer.status == 503)
                #expect(answer.problem == "storage-unavailable")
                #expect(answer.headers[.retryAfter] == "2")
            }
            fixture.world.away = []
            #expect(try await api.get("/v1/verifications/\(id)")["remainingChecks"] == 5)
        }
    }

    /// What the three endpoints say of an id; each must be a 404.
    private func everyAnswer(_ api: APIClient, _ id: String, _ key: String) async throws -> [[UInt8]] {
        let answers = [
            try await api.get("/v1/verifications/\(id)", key: key),
            try await api.post("/v1/verifications/\(id)/checks", #"{"code":"123456"}"#, key: key),
            try await api.post("/v1/verifications/\(id)/cancel", key: key),
        ]
        for answer in answers {
            #expect(answer.status == 404)
            #expect(answer.problem == "verification-not-found")
        }
        return answers.map(\.body)
    }
}
