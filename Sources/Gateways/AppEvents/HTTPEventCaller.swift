import Connections
import NIOSSL
import Synchronization
import VerificationCore

/// Posts events over HTTP, without redirect or second try.
///
/// Each connection goes to an address that was looked up for it and that `EventReach` permits, or to the proxy.
package final class HTTPEventCaller: EventCaller {
    private struct State {
        /// One for each endpoint's server; it holds little, and no connection for longer than a few seconds.
        var lines: [String: HTTPLine] = [:]
        /// One for all, because it holds the certificates that this machine trusts.
        var tls: Result<NIOSSLContext, any Error>?
        var isShutDown = false
    }

    /// How many calls to a server may be under way at once.
    private static let connections = 16

    private let state = Mutex(State())
    private let reach: EventReach
    private let trust: TrustedAuthorities
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - reach: To which addresses events may go, and through which proxy.
    ///   - trust: Whose certificates count.
    ///   - now: The time that `Retry-After` dates are measured by.
    package init(reach: EventReach, trust: TrustedAuthorities = .system, now: @escaping @Sendable () -> Timestamp) {
        self.reach = reach
        self.trust = trust
        self.now = now
    }

    package func post(_ call: EventCall, deadline: Duration) async -> EventAnswer {
        // The text of the error could repeat the URL.
        guard let address = try? EventAddress(call.url) else { return .unanswered(reason: "malformed-url") }
        if let proxy = reach.proxy, reach.refuses(address, through: proxy) {
            return .unanswered(reason: "address-refused")
        }
        guard let line = line(to: address) else { return .unanswered(reason: "shut-down") }
        switch await line.call(address.request(call), within: deadline) {
        case .answered(let reply):
            let wait = reply.retryAfter.flatMap { RetryAfter.wait($0, now: now()) }
            return .answered(status: reply.status, retryAfter: wait)
        case .unanswered(let reason), .neverLeft(let reason):
            return .unanswered(reason: reason)
        }
    }

    /// Nil after the shutdown.
    private func line(to address: EventAddress) -> HTTPLine? {
        state.withLock { state in
            if state.isShutDown { return nil }
            if let line = state.lines[address.origin] { return line }
            var tls: Result<NIOSSLContext, any Error>?
            if address.usesTLS {
                tls = state.tls ?? HTTPServer.tls(trust)
                state.tls = tls
            }
            let server = HTTPServer(
                of: address.place, tls: tls, reach: reach.proxy == nil ? reach.server(at: address) : .anywhere,
                proxy: reach.proxy)
            let line = HTTPLine(to: server, connections: Self.connections)
            state.lines[address.origin] = line
            return line
        }
    }

    /// Closes the connections; a second call does nothing.
    package func shutdown() async {
        let lines = state.withLock { state in
            state.isShutDown = true
            defer { state.lines = [:] }
            return state.lines.values.map { $0 }
        }
        for line in lines { await line.shutDown() }
    }
}
