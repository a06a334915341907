import Foundation
import Testing

@testable import VerifydClient

@Suite("URLSession against servers that fail", .timeLimit(.minutes(10)))
struct SessionTransportTests {
    /// Asks a server that answers these bytes; returns the error's kind.
    private func failure(_ answer: String, repeated body: String = "") async throws -> URLError.Code? {
        let server = try BytesServer(answer, repeated: body)
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/v1"))
        let request = ClientRequest(method: "GET", url: url, headers: [:], body: nil, timeout: 30)
        let error = await #expect(throws: URLError.self) { _ = try await URLSessionTransport().send(request) }
        return error?.code
    }

    @Test("an answer without an end does not fill the memory")
    func endless() async throws {
        let code = try await failure("HTTP/1.1 200 OK\r\n\r\n", repeated: String(repeating: " ", count: 65_536))
        #expect(code == .dataLengthExceedsMaximum)
    }

    #if !canImport(Darwin)
        @Test("a proxy that asks for a password ends the call at once")
        func password() async throws {
            let code = try await failure(
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"proxy\"\r\nContent-Length: 2\r\n\r\n{}")
            #expect(code == .userAuthenticationRequired)
        }
    #endif
}

/// A server on 127.0.0.1 that answers one call with a text, then with another one again and again.
private final class BytesServer: Sendable {
    let port: UInt16
    private let listener: FileHandle

    init(_ head: String, repeated body: String) throws {
        #if canImport(Darwin)
            let (stream, flags) = (SOCK_STREAM, Int32(0))
        #else
            let (stream, flags) = (Int32(SOCK_STREAM.rawValue), Int32(MSG_NOSIGNAL))
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        listener = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isOpen else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            let connection = accept(descriptor, nil, nil)
            var call = [UInt8](repeating: 0, count: 4_096)
            _ = recv(connection, &call, call.count, 0)
            var answer = Array(head.utf8)
            while !answer.isEmpty, send(connection, answer, answer.count, flags) > 0 { answer = Array(body.utf8) }
            close(connection)
        }
    }
}
