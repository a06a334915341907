import AsyncHTTPClient
import NIOHTTP1

extension WebhookGateway {
    /// What the gateway learned of its receiver.
    package enum Probe: Sendable, Equatable {
        /// The receiver answered with this HTTP status, which may also be a refusal such as 405.
        case answers(Int)
        /// No answer came; `reason` is a stable word.
        case isAway(reason: String)
    }

    /// Asks whether the receiver answers, and sends it no message.
    ///
    /// By HTTP's rules, `OPTIONS` changes nothing. The request has no body, no token and no signature, so no receiver
    /// can take it for a message.
    package func probe(within limit: Duration) async -> Probe {
        // `init` has read the same URL already, so reading it cannot fail here.
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
