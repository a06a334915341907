import AsyncHTTPClient
import NIOHTTP1

extension HTTPGateway: ConnectedGateway {
    /// Each call opens and keeps the connections that it needs.
    package func run() async {}

    package var isUp: Bool? { nil }

    /// Asks whether the provider answers, and hands over no message.
    ///
    /// By HTTP's rules, `OPTIONS` changes nothing. The request has neither body nor token nor signature, so no provider
    /// can take it for a message.
    package func probe(within limit: Duration) async -> GatewayProbe {
        // The URL has been read once already, with another method.
        guard
            let request = try? HTTPClient.Request(
                url: provider.endpoint.url, method: .OPTIONS, headers: ["user-agent": "verifyd"])
        else { return .isAway(reason: "no-url") }
        return switch await client.call(request, within: limit) {
        case .answered(let reply): .answers("\(reply.status) to OPTIONS")
        case .unanswered: .isAway(reason: "no-answer")
        case .neverLeft(let reason): .isAway(reason: reason)
        }
    }
}
