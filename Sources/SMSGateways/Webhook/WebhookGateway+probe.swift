import AsyncHTTPClient
import NIOHTTP1

extension WebhookGateway {
    /// What a look at the receiver came to.
    package enum Probe: Sendable, Equatable {
        /// With this HTTP status, which may also be a refusal such as 405.
        case answers(Int)
        /// For this reason, a stable word.
        case isAway(reason: String)
    }

    /// Asks whether the receiver answers, and hands over no message.
    ///
    /// By HTTP's rules, `OPTIONS` changes nothing. The request has neither body nor token nor signature, so no receiver
    /// can take it for a message.
    package func probe(within limit: Duration) async -> Probe {
        // The URL has been read once already, with another method.
        guard
            let request = try? HTTPClient.Request(
                url: template.url, method: .OPTIONS, headers: ["user-agent": "verifyd"])
        else { return .isAway(reason: "no-url") }
        return switch await client.call(request, within: limit) {
        case .answered(let reply): .answers(reply.status)
        case .unanswered: .isAway(reason: "no-answer")
        case .neverLeft(let reason): .isAway(reason: reason)
        }
    }
}
