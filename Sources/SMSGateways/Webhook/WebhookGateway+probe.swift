import AsyncHTTPClient
import NIOCore
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
        guard
            let request = try? HTTPClient.Request(
                url: template.url, method: .OPTIONS, headers: ["user-agent": "verifyd"])
        else { return .isAway(reason: "no-url") }
        let exchange = HTTPExchange()
        let call = client.execute(
            request: request, delegate: exchange, eventLoop: .indifferent, deadline: .now() + TimeAmount(limit))
        do {
            try await call.futureResult.get()
        } catch {
            if exchange.reply.status == nil {
                return .isAway(reason: exchange.reply.hasLeft ? "no-answer" : WebhookVerdict.connectReason(error))
            }
        }
        return .answers(exchange.reply.status ?? 0)
    }
}
