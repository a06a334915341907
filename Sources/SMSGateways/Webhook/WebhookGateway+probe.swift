import AsyncHTTPClient
import NIOHTTP1

extension WebhookGateway {
    /// What a look at the receiver came to.
    package enum Probe: Sendable, Equatable {
        /// With this HTTP status, which may well be one of refusal.
        case answers(Int)
        /// In a stable word.
        case isAway(reason: String)
    }

    /// Asks whether anybody is there, and hands over nothing.
    ///
    /// `OPTIONS` changes nothing wherever HTTP is kept; without body, token and signature nobody could take it for a
    /// message.
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
