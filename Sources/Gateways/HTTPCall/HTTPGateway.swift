import Connections
import NIOHTTP1
import VerificationCore

/// Hands each message to a provider with one HTTP call.
///
/// A redirect is not followed, no call is repeated, and no more than 64 KiB of an answer are read.
package final class HTTPGateway<Provider: HTTPProvider>: SMSGateway {
    package let name: String
    package let keepsDeadlines = true
    package let reportsDelivery: Bool
    let line: HTTPLine
    let provider: Provider
    /// Whether calls go to a proxy whole, so that the gateway cannot know whether the proxy or the provider wrote an
    /// answer.
    let isAnsweredByProxy: Bool
    private let now: @Sendable () -> Timestamp

    /// The first message opens the first connection.
    ///
    /// - Parameters:
    ///   - name: Names the gateway in configuration, rows and metrics.
    ///   - provider: Who is spoken to, and how.
    ///   - connections: How many calls may wait for an answer at once; each call needs a connection of its own.
    ///   - way: How calls get to the provider.
    ///   - reportsDelivery: Whether the provider's receipts come back to this installation.
    ///   - now: The time that signatures and `Retry-After` dates are measured by.
    /// - Throws: `tooSmall` when there is no connection, `proxyElsewhere` for a proxy that cannot reach the provider, and
    ///   `proxyAnswersToo` for a promise that a proxy cannot keep.
    package init(
        name: String, provider: Provider, connections: Int, way: HTTPWay = HTTPWay(), reportsDelivery: Bool = false,
        now: @escaping @Sendable () -> Timestamp
    ) throws(GatewaySettingsError) {
        if let proxy = way.proxy, provider.endpoint.isThisMachine, !HTTPEndpoint.isThisMachine(proxy.host) {
            throw GatewaySettingsError(.proxyElsewhere, setting: "proxy")
        }
        if way.proxy != nil, provider.trustsServerErrors, !provider.endpoint.isSecure {
            throw GatewaySettingsError(.proxyAnswersToo, setting: "serverErrorsMeanNotSent")
        }
        guard connections > 0 else { throw GatewaySettingsError(.tooSmall, setting: "connections") }
        self.name = name
        self.provider = provider
        self.reportsDelivery = reportsDelivery
        self.now = now
        isAnsweredByProxy = way.proxy != nil && !provider.endpoint.isSecure
        line = HTTPLine(to: provider.endpoint.place, connections: connections, way: way)
    }

    package var honorsIdempotencyKeys: Bool { provider.honorsIdempotencyKeys }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        var request = provider.request(for: message, at: now())
        if let context = message.traceContext { request.carry(context) }
        return switch await line.call(request, within: min(deadline, .seconds(3_600))) {
        case .answered(let reply): outcome(of: reply, to: message)
        case .unanswered(let reason): .unknown(reason: reason)
        case .neverLeft(let reason): .refused(reason: reason, .forNow)
        }
    }

    private func outcome(of reply: HTTPReply, to message: OutgoingMessage) -> SendOutcome {
        let outcome = provider.outcome(of: reply, at: now())
        return outcome == .accepted(id: nil) ? .accepted(id: provider.idInReceipts(of: message)) : outcome
    }

    /// Ends all calls and closes all connections; later calls never leave.
    package func shutdown() async { await line.shutDown() }
}

extension HTTPGateway: ConnectedGateway {
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
