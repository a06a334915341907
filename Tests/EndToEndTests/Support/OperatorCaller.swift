import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// An operator, or an operator's program, that looks at one process.
struct OperatorCaller: Sendable {
    let base: String
    let client: HTTPClient

    /// `host` is what a browser would call the server; `accept` what the caller can read.
    func page(_ path: String, host: String? = nil, accept: String? = nil) async throws -> (status: Int, body: String) {
        var request = HTTPClientRequest(url: base + path)
        if let host { request.headers.add(name: "host", value: host) }
        if let accept { request.headers.add(name: "accept", value: accept) }
        let response = try await client.execute(request, timeout: .seconds(90))
        let body = try await response.body.collect(upTo: 1_048_576)
        return (Int(response.status.code), String(buffer: body))
    }

    /// Puts a page's JSON, for example how the sandbox shall behave; throws when it is refused.
    func put(_ path: String, _ body: String) async throws {
        var request = HTTPClientRequest(url: base + path)
        request.method = .PUT
        request.body = .bytes(ByteBuffer(string: body))
        let status = try await client.execute(request, timeout: .seconds(90)).status
        guard status == .ok else { throw Refused(status: Int(status.code)) }
    }

    private struct Refused: Error {
        let status: Int
    }
}
