import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("The log of bad input")
struct BadRequestLogTests {
    /// Nothing that the program says by itself holds this.
    private static let sentinel = "zqxsentinel"

    @Test("tells nothing of what was sent, of no row of the table, at any level")
    func table() async throws {
        let fixture = try APIFixture(logLevel: .trace)
        let rows = BadRequest.documents + BadRequest.phones + BadRequest.others
        // A connection ends with a body that is too long.
        let long = rows.filter { $0.status == 413 && $0.body.count < 1_000_000 }
        for rows in [rows.filter { $0.status != 413 }] + long.map({ [$0] }) {
            try await fixture.application().test(.live) { client in
                let api = APIClient(client: client)
                for row in rows {
                    let answer = try await api.post("/v1/verifications", bytes: row.body)
                    #expect(answer.status == row.status, "\(row.name)")
                }
            }
        }
        let log = "\(fixture.logs.entries)"
        #expect(fixture.logs.entries.count >= rows.count - 2)
        for told in ["4155550", "9002345678", "tel:", "7*7", "drop table", "passwd", "{\"", "phoneNumber\\"] {
            #expect(!log.contains(told), "\(told)")
        }
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("tells nothing that a caller may write freely, wherever it is written")
    func places() async throws {
        let fixture = try APIFixture(logLevel: .trace)
        let word = Self.sentinel
        let method = try #require(HTTPRequest.Method(word.uppercased()))
        let agent = try #require(HTTPField.Name("User-Agent"))
        let made = try #require(HTTPField.Name("X-\(word)"))
        try await fixture.application().test(.live) { client in
            let api = APIClient(client: client)
            let path = "/v1/verifications"
            _ = try await api.post(path, "{\"phoneNumber\":\"\(word)\",\"\(word)\":\"\(word)\"}")
            _ = try await api.post(path, word, [agent: word, made: word, .prefer: word, .traceparent: word])
            _ = try await api.post(path, "{}", [.contentType: word, .requestID: "\(word) \"", .cookie: word])
            _ = try await api.post(path, "{}", key: word)
            _ = try await api.get("/\(word)")
            _ = try await api.get("\(path)/\(word)?\(word)=\(word)")
            _ = try await api.post("\(path)/\(word)/checks", "{\"code\":\"\(word)\"}")
            // Refused before it is a request, without a body.
            #expect(try await client.execute(uri: path, method: method).status == .badRequest)
        }
        #expect(fixture.logs.entries.count >= 8)
        #expect(!"\(fixture.logs.entries)".lowercased().contains(word))
    }
}
