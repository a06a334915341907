import Foundation
import Testing

@testable import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport that the library has.
enum Way: Sendable, CaseIterable {
    /// What a configuration without a transport gets for plain HTTP.
    case standard
    case session

    var transport: (any AuthTransport)? {
        switch self {
        case .standard: nil
        case .session: URLSessionTransport()
        }
    }
}

@Suite("transports against servers that fail", .timeLimit(.minutes(10)))
struct WireSocketTests {
    private static let signedIn = LoopbackServer.Action.answer(
        #"{"idToken":"I","refreshToken":"R","expiresIn":"3600"}"#, headers: ["Content-Type": "application/json"])
    private static let putOff = LoopbackServer.Action.answer(
        #"{"error":{"code":503,"message":"The service is currently unavailable.","status":"UNAVAILABLE"}}"#,
        status: 503, headers: ["Retry-After": "1"])

    private func client(of url: URL, by way: Way, timeout: TimeInterval = 30) -> IdentityServer {
        var configuration = AuthConfiguration(url: url, projectID: "demo-shop", apiKey: "vk_test")
        configuration.timeout = timeout
        configuration.transport = way.transport
        return IdentityServer(configuration: configuration, language: Guarded(nil), time: .system)
    }

    private func failure(of server: LoopbackServer, by way: Way, timeout: TimeInterval = 30) async throws
        -> AuthErrorCode?
    {
        do {
            _ = try await client(of: server.url, by: way, timeout: timeout).call(WireBench.once, as: SignInAnswer.self)
            return nil
        } catch let error as AuthError {
            return error.kind
        }
    }

    @Test("an answer comes through, with the call as it was written", arguments: Way.allCases)
    func whole(_ way: Way) async throws {
        let server = try LoopbackServer([Self.signedIn])
        #expect(try await failure(of: server, by: way) == nil)
        let call = try #require(server.calls.first)
        #expect(call.hasPrefix("POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber?key=vk%5Ftest "))
        #expect(call.lowercased().contains("content-type: application/json\r\n") && call.contains("654321"))
    }

    @Test(
        "an answer that breaks off, or is somebody else's, is an error of the network after one call",
        arguments: [
            LoopbackServer.Action.close, .raw("HTTP/1.1 200 OK\r\nContent-Le"), .raw("nonsense\r\n\r\n"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"idToken\":\"I\""),
            .answer("<html>Sign in to the network</html>", headers: ["Content-Type": "text/html"]),
            .answer("<html>Not found</html>", status: 404), .answer("", status: 204),
            .answer("<html>Who are you?</html>", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"proxy\""]),
        ], Way.allCases)
    func broken(_ action: LoopbackServer.Action, _ way: Way) async throws {
        #if !canImport(Darwin)
            // URLSession ends the process here; see SocketTransport.
            if case .raw("HTTP/1.1 200 OK\r\nContent-Le") = action, way == .session { return }
        #endif
        let server = try LoopbackServer([action])
        #expect(try await failure(of: server, by: way) == .networkError)
        #expect(server.calls.count == 1)
    }

    @Test("a server that is silent, or drips, is given up at the deadline", arguments: Way.allCases)
    func slow(_ way: Way) async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n" + String(repeating: " ", count: 2_000)
        for action in [LoopbackServer.Action.silence, .drip(answer), .drip("HTTP/1.1 200" + answer)] {
            let server = try LoopbackServer([action])
            let begin = ProcessInfo.processInfo.systemUptime
            #expect(try await failure(of: server, by: way, timeout: 0.7) == .networkError)
            #expect(ProcessInfo.processInfo.systemUptime - begin < 20)
            #expect(server.calls.count == 1)
        }
    }

    @Test("a redirection is not followed", arguments: [301, 302, 303, 307, 308], Way.allCases)
    func redirection(_ status: Int, _ way: Way) async throws {
        let other = try LoopbackServer([Self.signedIn])
        let server = try LoopbackServer([
            .answer("", status: status, headers: ["Location": "\(try other.url)/"])
        ])
        #expect(try await failure(of: server, by: way) == .networkError)
        #expect(other.calls.isEmpty && server.calls.count == 1)
    }

    @Test("a call that the server puts off is made again", arguments: Way.allCases)
    func putOff(_ way: Way) async throws {
        let server = try LoopbackServer([Self.putOff, Self.signedIn])
        #expect(try await failure(of: server, by: way) == nil)
        #expect(server.calls.count == 2)
    }

    @Test("a call that a restarting server refuses to take arrives when the server is up", arguments: Way.allCases)
    func restart(_ way: Way) async throws {
        let port = try LoopbackServer.freePort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
        let servers = Guarded<[LoopbackServer]>([])
        let time = AuthTime(
            now: { Date() },
            sleep: { seconds in
                // The pause after the first try: the server is up at its end.
                if seconds == 0.3 {
                    let server = try LoopbackServer(port: port, [Self.signedIn])
                    servers.with { $0.append(server) }
                } else {
                    try await AuthTime.system.sleep(seconds)
                }
            })
        var configuration = AuthConfiguration(url: url, projectID: "demo-shop", apiKey: "vk_test")
        configuration.timeout = 60
        configuration.transport = way.transport
        let server = IdentityServer(configuration: configuration, language: Guarded(nil), time: time)
        #expect(try await server.call(WireBench.once, as: SignInAnswer.self).idToken == "I")
    }

    @Test("neither cookies nor answers are kept", arguments: Way.allCases)
    func forgets(_ way: Way) async throws {
        let server = try LoopbackServer([
            .answer(
                #"{"kind":"identitytoolkit#X"}"#,
                headers: ["Set-Cookie": "a=b; Path=/", "Cache-Control": "max-age=3600", "ETag": "\"1\""])
        ])
        let client = client(of: try server.url, by: way)
        for _ in 0..<2 {
            _ = try await client.call(WireCall(path: "x", body: nil, isRepeatable: true), as: DoneAnswer.self)
        }
        #expect(server.calls.count == 2)
        #expect(server.calls.allSatisfy { !$0.lowercased().contains("cookie") && !$0.contains("If-None-Match") })
    }

    @Test("an endless answer is given up before it fills the memory")
    func endless() async throws {
        let server = try LoopbackServer([
            .raw("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 8_000_000))
        ])
        var transports: [any AuthTransport] = [URLSessionTransport()]
        #if !canImport(Darwin)
            transports.append(SocketTransport())
        #endif
        for transport in transports {
            let error = await #expect(throws: URLError.self) {
                _ = try await transport.send(URLRequest(url: server.url))
            }
            #expect(error?.code == .dataLengthExceedsMaximum)
        }
    }

    @Test("a cancelled call closes its connection and ends with CancellationError", arguments: Way.allCases)
    func cancelled(_ way: Way) async throws {
        let arrived = Gate()
        let server = try LoopbackServer { _, _ in
            arrived.open()
            return .silence
        }
        let client = client(of: try server.url, by: way)
        let call = Task { try await client.call(WireBench.once, as: SignInAnswer.self) }
        await arrived.pass()
        call.cancel()
        await #expect(throws: CancellationError.self) { _ = try await call.value }
    }

    @Test("many calls at once get each its own answer", arguments: Way.allCases)
    func many(_ way: Way) async throws {
        let server = try LoopbackServer { _, call in
            let name = call.components(separatedBy: "accounts:").last?.prefix { $0 != "?" } ?? ""
            return .answer(#"{"idToken":"\#(name)"}"#)
        }
        let client = client(of: try server.url, by: way)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let answer = try await client.call(.v1("n\(number)", body: [:]), as: SignInAnswer.self)
                    return answer.idToken == "n\(number)"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("a transport that nobody uses any more leaves no session behind")
    func released() async throws {
        let server = try LoopbackServer([Self.signedIn])
        weak var transport: URLSessionTransport?
        do {
            let own = URLSessionTransport()
            transport = own
            _ = try await own.send(URLRequest(url: server.url))
        }
        #expect(transport == nil)
    }

    @Test("an answer in chunks, after a 100, or without a length is read as a whole", arguments: Way.allCases)
    func forms(_ way: Way) async throws {
        let body = #"{"idToken":"I"}"#
        for text in [
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n" + body,
            "HTTP/1.1 200 OK\r\n\r\n" + body, "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n" + body,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"id\r\nB;a=b\r\nToken\":\"I\"}\r\n0\r\n\r\n",
        ] {
            #expect(try await failure(of: LoopbackServer([.raw(text)]), by: way) == nil)
        }
    }

    #if !canImport(Darwin)
        @Test("an answer reads the same in any pieces, and one that breaks off is none")
        func pieces() throws {
            let url = try #require(URL(string: "http://127.0.0.1"))
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nRetry-After: 1\r\nretry-after: 2\r\n\r\n"
            let text = Array((head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").utf8)
            for cut in 1..<text.count - 4 {
                var (whole, broken) = (HTTPAnswerReader(url: url), HTTPAnswerReader(url: url))
                #expect(try whole.answer(after: text[..<cut], isLast: false) == nil)
                let (body, answer) = try #require(try whole.answer(after: text[cut...], isLast: false))
                #expect(body == Data("abcde".utf8) && answer.value(forHTTPHeaderField: "Retry-After") == "1, 2")
                #expect(throws: URLError(.networkConnectionLost)) {
                    _ = try broken.answer(after: text[..<cut], isLast: true)
                }
            }
            for text in ["SSH-2.0-x\r\n\r\n", "HTTP/1.1 two\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"] {
                var reader = HTTPAnswerReader(url: url)
                #expect(throws: URLError(.cannotParseResponse)) {
                    _ = try reader.answer(after: Array(text.utf8)[...], isLast: true)
                }
            }
        }
    #endif
}
