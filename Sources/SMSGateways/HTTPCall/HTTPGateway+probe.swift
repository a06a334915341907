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
        let endpoint = provider.endpoint
        let request = HTTPRequest(
            method: .OPTIONS, target: endpoint.url.requestTarget,
            headers: ["host": endpoint.authority, "user-agent": "verifyd"])
        return switch await line.call(request, within: limit) {
        // A proxy says so, and the provider was not asked.
        case .answered(let reply) where reply.status == 407: .isAway(reason: "proxy-status-407")
        // tinyproxy says 401 to a wrong password, and 500 of a provider that is away.
        case .answered(let reply) where isAnsweredByProxy && (reply.status == 401 || reply.status >= 500):
            .isAway(reason: "status-\(reply.status)")
        case .answered(let reply): .answers("\(reply.status) to OPTIONS")
        case .unanswered: .isAway(reason: "no-answer")
        case .neverLeft(let reason): .isAway(reason: reason)
        }
    }
}
