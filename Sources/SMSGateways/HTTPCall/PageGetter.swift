import AsyncHTTPClient
import NIOHTTP1
import VerificationCore

/// Gets pages that a receipt names, for example the certificate of its signature.
package final class PageGetter: Sendable {
    private let client = HTTPClient.forCalls(connections: 2)

    package init() {}

    /// The body of a 200, of at most 64 KiB; nil for every other end.
    ///
    /// It follows no redirect, and takes no longer than 5 seconds.
    package func page(at url: String) async -> [UInt8]? {
        // What is wrong with a URL would repeat it.
        guard let request = try? HTTPClient.Request(url: url, headers: ["user-agent": "verifyd"]),
            case .answered(let reply) = await client.call(request, within: .seconds(5)), reply.status == 200
        else { return nil }
        return reply.body
    }

    /// Closes the connections; a second call does nothing.
    package func shutdown() async {
        // The only error says that the client is shut down already.
        try? await client.shutdown()
    }

    /// Closes the client, which lives until it is closed: AsyncHTTPClient stops a debug build that drops an open client.
    deinit {
        client.shutdown { _ in }
    }
}
