import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A way to the server of an app's own, by another library than the client's, which counts the calls.
final class CountingTransport: AuthTransport {
    private let client: HTTPClient
    private let paths = Watched<[String]>([])

    init(_ client: HTTPClient) { self.client = client }

    /// How many calls have gone to paths with this end.
    func calls(of end: String) -> Int { paths.value.count { $0.hasSuffix(end) } }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        paths.change { $0.append(url.path) }
        var call = HTTPClientRequest(url: url.absoluteString)
        call.method = .init(rawValue: request.httpMethod ?? "GET")
        for (name, value) in request.allHTTPHeaderFields ?? [:] { call.headers.replaceOrAdd(name: name, value: value) }
        if let body = request.httpBody { call.body = .bytes(ByteBuffer(bytes: body)) }
        let answer = try await client.execute(call, timeout: .seconds(Int64(request.timeoutInterval.rounded(.up))))
        let bytes = try await answer.body.collect(upTo: 1_048_576)
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { $1 }
        guard
            let head = HTTPURLResponse(
                url: url, statusCode: Int(answer.status.code), httpVersion: nil, headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return (Data(bytes.readableBytesView), head)
    }
}
