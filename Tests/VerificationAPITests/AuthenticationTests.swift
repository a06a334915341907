import HTTPTypes
import InMemoryLogging
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("API keys")
struct AuthenticationTests {
    @Test(
        "anything but one live key in the Authorization field is 401, and says which scheme is wanted",
        arguments: [
            nil, "", "Bearer", "Bearer ", APIFixture.key, "Basic \(APIFixture.key)", "Bearer wrong",
            "Bearer \(APIFixture.key)x", "Bearer \(APIFixture.key) \(APIFixture.key)", "Bearer, \(APIFixture.key)",
            "Bearer " + String(repeating: "a", count: 5_000),
        ] as [String?])
    func refused(field: String?) async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = "01890a5d-ac96-774b-bcce-b302099a8057"
            var headers: HTTPFields = [:]
            headers[.authorization] = field
            for answer in [
                try await api.post("/v1/verifications", #"{"phoneNumber":"+14155552123"}"#, key: nil, headers),
                try await api.post("/v1/verifications", "not even JSON", key: nil, headers),
                try await api.get("/v1/verifications/\(id)", key: nil, headers),
                try await api.post("/v1/verifications/\(id)/checks", #"{"code":"123456"}"#, key: nil, headers),
                try await api.post("/v1/verifications/\(id)/cancel", key: nil, headers),
            ] {
                #expect(answer.status == 401)
                #expect(answer.problem == "unauthorized")
                #expect(answer.headers[.wwwAuthenticate] == "Bearer")
            }
        }
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("a key that sends does not forget, list or make test numbers, and hears which scope would")
    func scope() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let key = APIFixture.sendingKey
            let id = try await fixture.started(api)
            #expect(try await api.get("/v1/verifications/\(id)", key: key).status == 200)
            let code = try fixture.code(of: id)
            let phone = #"{"phoneNumber":"+14155552123","code":"\#(code)"}"#
            for answer in [
                try await api.get("/v1/test-numbers", key: key),
                try await api.post("/v1/test-numbers", phone, key: key),
                try await api.call(.delete, "/v1/test-numbers/\(id)", nil, key),
                try await api.post("/v1/erasures", phone, key: key),
            ] {
                #expect(answer.status == 403 && answer.problem == "insufficient-scope")
                let field = #"Bearer error="insufficient_scope", scope="admin""#
                #expect(answer.headers[.wwwAuthenticate] == field)
            }
            #expect(try await api.post("/v1/verifications/\(id)/checks", phone, key: key).status == 200)
        }
    }

    @Test("a key in the query string is not read", arguments: ["key", "api_key", "access_token", "authorization"])
    func queryString(name: String) async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve {
            try await $0.post(
                "/v1/verifications?\(name)=\(APIFixture.key)", #"{"phoneNumber":"+14155552123"}"#, key: nil)
        }
        #expect(answer.status == 401)
        #expect(!"\(fixture.logs.entries)".contains(APIFixture.key))
    }

    @Test("the scheme's case does not matter", arguments: ["bearer", "BEARER"])
    func scheme(word: String) async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve {
            try await $0.post(
                "/v1/verifications", #"{"phoneNumber":"+14155552123"}"#, key: nil,
                [.authorization: "\(word) \(APIFixture.key)"])
        }
        #expect(answer.status == 202)
    }

    @Test("a directory that cannot answer is 503, not 401")
    func directoryAway() async throws {
        let fixture = try APIFixture()
        fixture.world.away = [.directory]
        let answer = try await fixture.serve { try await $0.start("+14155552123") }
        #expect(answer.status == 503)
        #expect(answer.problem == "storage-unavailable")
    }
}
