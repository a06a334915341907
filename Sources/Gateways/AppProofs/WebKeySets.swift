import AccountCore
import Connections
import StrictJSON

/// Reads the key sets of token issuers over HTTP.
package struct WebKeySets: KeySetSource {
    private let way: HTTPWay

    /// `way`: how the calls get there.
    package init(by way: HTTPWay = HTTPWay()) { self.way = way }

    /// It follows no redirect, reads at most 64 KiB, and takes no longer than 5 seconds.
    package func keySet(at url: String) async throws(KeySetError) -> JSONObject {
        let body: [UInt8]
        // Without TLS a proxy could put keys of its own in their place; such a URL leads to this machine.
        var way = way
        if url.hasPrefix("http://") { way.proxy = nil }
        switch await PageGetter().answer(at: url, by: way) {
        case .answered(let reply) where reply.status == 200: body = reply.body
        case .answered(let reply): throw .unusable("status \(reply.status)")
        case .unanswered(let reason), .neverLeft(let reason): throw .unreachable(reason)
        case nil: throw .unusable("the URL is malformed")
        }
        // A parser's error would quote the answer.
        guard let set = (try? JSONValue(parsing: body))?.object else { throw .unusable("the answer is no JSON object") }
        return set
    }
}
