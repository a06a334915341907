import AsyncHTTPClient
import Foundation
import NIOCore
import VerifydClient

/// Carries the calls of a client by AsyncHTTPClient, which the server uses anyway.
struct AsyncHTTPTransport: ClientTransport {
    let http: HTTPClient

    func send(_ request: ClientRequest) async throws -> ClientResponse {
        var sent = HTTPClientRequest(url: request.url.absoluteString)
        sent.method = .init(rawValue: request.method)
        for (name, value) in request.headers { sent.headers.add(name: name, value: value) }
        sent.body = request.body.map { .bytes(ByteBuffer(bytes: $0)) }
        let answer = try await http.execute(sent, timeout: .milliseconds(Int64(request.timeout * 1_000)))
        let body = try await answer.body.collect(upTo: 16 << 20)
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return ClientResponse(status: Int(answer.status.code), headers: headers, body: Data(body.readableBytesView))
    }
}
