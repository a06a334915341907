import HTTPService
import NIOCore
import Testing

@Suite("Over a real socket", .timeLimit(.minutes(10)))
struct LiveServerTests {
    private static let head = """
        POST /things HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r\n
        """

    @Test("a body without end is answered 413 at the limit, and the connection ends")
    func endlessBody() async throws {
        let chunk = "1000\r\n" + String(repeating: " ", count: 0x1000) + "\r\n"
        let said = try await talk(Self.head + "Transfer-Encoding: chunked\r\n\r\n", thenEndlessly: chunk)
        #expect(said.hasPrefix("HTTP/1.1 413 "))
        #expect(said.contains("body-too-large"))
        #expect(said.contains("Connection: close"))
    }

    @Test(
        "a body without end that nobody reads ends the connection after the answer",
        arguments: ["GET /livez", "POST /refused"])
    func unreadBody(call: String) async throws {
        let chunk = "1000\r\n" + String(repeating: " ", count: 0x1000) + "\r\n"
        let said = try await talk(
            call + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", thenEndlessly: chunk)
        #expect(said.hasPrefix(call == "GET /livez" ? "HTTP/1.1 200 " : "HTTP/1.1 401 "))
        #expect(said.contains("Connection: close"))
    }

    @Test("an announced 10 MB is refused before a byte of it was sent")
    func announcedBody() async throws {
        let said = try await talk(Self.head + "Content-Length: 10000000\r\n\r\n")
        #expect(said.hasPrefix("HTTP/1.1 413 "))
        #expect(said.contains("Connection: close"))
    }

    @Test(
        "what is not HTTP is 400, and the connection ends",
        arguments: [
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}{}{}", "Content-Length: -1\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "Bad Header\r\n\r\n",
            "X-Large: \(String(repeating: "a", count: 40_000))\r\n\r\n",
        ])
    func notHTTP(rest: String) async throws {
        #expect(try await talk(Self.head + rest).hasPrefix("HTTP/1.1 400 "))
    }

    @Test("a head that never ends and a connection at rest are closed", arguments: ["POST /thi", ""])
    func idle(sent: String) async throws {
        let said = try await SurfaceFixture().talk(sent, keepAlive: KeepAlive(betweenCalls: .milliseconds(100)))
        #expect(said.isEmpty)
    }

    @Test(
        "a body that stops arriving ends the connection, however long one at rest may last",
        arguments: ["", #"{"name":"#])
    func stoppedBody(sent: String) async throws {
        let keepAlive = KeepAlive(betweenCalls: .hours(1), withinCall: .milliseconds(100))
        let said = try await SurfaceFixture().talk(
            Self.head + "Content-Length: 100\r\n\r\n" + sent, keepAlive: keepAlive)
        #expect(!said.contains("HTTP/1.1 201 "))
    }

    @Test("a call that arrived whole is answered, and leaves the connection open")
    func wholeCall() async throws {
        // Longer than a busy machine takes from the connection to the first byte.
        let keepAlive = KeepAlive(betweenCalls: .seconds(3), withinCall: .seconds(30))
        let body = #"{"name":"+14155550123"}"#
        let said = try await SurfaceFixture().talk(
            Self.head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
                + "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n",
            keepAlive: keepAlive)
        #expect(said.contains("HTTP/1.1 201 "))
        #expect(said.contains("HTTP/1.1 200 "))
    }

    @Test("a chunked body that was read leaves the connection open")
    func chunkedBody() async throws {
        let body = #"{"name":"+14155550123"}"#
        let chunked =
            Self.head + "Transfer-Encoding: chunked\r\n\r\n" + String(body.utf8.count, radix: 16) + "\r\n" + body
            + "\r\n0\r\n\r\n"
        let said = try await talk(chunked + "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(said.contains("HTTP/1.1 201 "))
        #expect(said.contains("HTTP/1.1 200 "))
    }

    @Test("a thousand pipelined requests are answered one after the other")
    func pipelining() async throws {
        let one = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let last = "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let said = try await talk(String(repeating: one, count: 999) + last)
        #expect(said.split(separator: "HTTP/1.1 200 ").count == 1_000)
    }

    @Test("an answer to HEAD has no body that the next answer could be mistaken for")
    func head() async throws {
        let said = try await talk(
            "HEAD /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\nGET /livez HTTP/1.1\r\nHost: localhost\r\n"
                + "Connection: close\r\n\r\n")
        let parts = said.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 3)
        #expect(parts.first?.hasPrefix("HTTP/1.1 404 ") == true)
        #expect(parts.dropFirst().first?.hasPrefix("HTTP/1.1 200 ") == true)
    }

    @Test("every answer has a date that caches can read, and a name of its own when the caller gave it none")
    func fields() async throws {
        let said = try await talk(
            "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: localhost\r\n"
                + "Connection: close\r\n\r\n")
        let dates = said.matches(of: #/[Dd]ate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/#)
        #expect(dates.count == 2)
        #expect(Set(said.matches(of: #/[Rr]equest-[Ii]d: (\w+)\r\n/#).map { $0.1 }).count == 2)
    }

    private func talk(_ first: String, thenEndlessly more: String? = nil) async throws -> String {
        try await SurfaceFixture().talk(first, thenEndlessly: more)
    }
}

extension String {
    /// The parts between separators, which may be longer than a character.
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
