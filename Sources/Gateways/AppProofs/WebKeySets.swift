import AccountCore
import Connections
import StrictJSON

/// Reads the key sets of token issuers over HTTP.
package struct WebKeySets: KeySetSource {
    private static let patience = Duration.seconds(5)

    private let way: HTTPWay
    private let limit: Duration

    /// `way`: how the calls get there; `limit`: how long the reading of a set may take, with its connections.
    package init(by way: HTTPWay = HTTPWay(), within limit: Duration? = nil) {
        (self.way, self.limit) = (way, limit ?? Self.patience)
    }

    /// It follows no redirect, reads at most 64 KiB, and takes no longer than 5 seconds.
    package func keySet(at url: String) async throws(KeySetError) -> JSONObject {
        try await document(at: url, until: .now + limit)
    }

    /// The same; the issuer's document and the keys take no longer than 5 seconds together.
    package func keySet(ofIssuer issuer: String) async throws(KeySetError) -> JSONObject {
        let deadline = ContinuousClock.Instant.now + limit
        let named = try await document(at: try KeySetPlace.documentURL(of: issuer), until: deadline)
        return try await document(at: try KeySetPlace.keySetURL(in: named, of: issuer), until: deadline)
    }

    /// The JSON object at a URL.
    func document(
        at url: String, until deadline: ContinuousClock.Instant
    ) async throws(KeySetError) -> JSONObject {
        let body: [UInt8]
        // Without TLS a proxy could put keys of its own in their place; such a URL leads to this machine.
        var way = way
        if url.hasPrefix("http://") { way.proxy = nil }
        switch await PageGetter().answer(at: url, by: way, within: deadline - .now) {
        case .answered(let reply) where reply.status == 200: body = reply.body
        case .answered(let reply): throw .unusable("status \(reply.status)")
        case .unanswered(let reason), .neverLeft(let reason): throw .unreachable(reason)
        case nil: throw .unusable("the URL is malformed")
        }
        // A parser's error would quote the answer.
        guard let object = (try? JSONValue(parsing: body))?.object else {
            throw .unusable("the answer is no JSON object")
        }
        return object
    }
}
