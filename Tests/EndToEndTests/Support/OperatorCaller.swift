import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// An operator, or an operator's program, that looks at one process.
struct OperatorCaller: Sendable {
    let base: String
    let client: HTTPClient

    /// `host` is what a browser would call the server.
    func page(_ path: String, host: String? = nil) async throws -> (status: Int, body: String) {
        var request = HTTPClientRequest(url: base + path)
        if let host { request.headers.add(name: "host", value: host) }
        let response = try await client.execute(request, timeout: .seconds(90))
        let body = try await response.body.collect(upTo: 1_048_576)
        return (Int(response.status.code), String(buffer: body))
    }
}
