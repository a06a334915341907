import Connections
import Gateways
import Logging
import StrictJSON
import Telemetry
import TestSupport
import Testing
import VerificationCore

/// A tinyproxy of the test's own, the servers behind it, and a gateway whose calls go through it.
struct TinyproxyPeer {
    private let peer: PythonPeer
    /// Where the servers listen: one with TLS, and one without.
    let secure: Int64
    let plain: Int64
    private let proxy: Int64
    private let authority: String

    static func with(_ body: (TinyproxyPeer) async throws -> Void) async throws {
        try await PythonPeer.with("tinyproxy.py") { peer in
            let facts = try await peer.hear()
            try await body(
                TinyproxyPeer(
                    peer: peer, secure: try #require(facts["tls"]?.integer),
                    plain: try #require(facts["plain"]?.integer), proxy: try #require(facts["proxy"]?.integer),
                    authority: try #require(facts["authority"]?.string)))
        }
    }

    /// Sends one message through a gateway of its own.
    ///
    /// - Parameters:
    ///   - message: What is sent.
    ///   - url: Where the gateway's server is.
    ///   - user: As the proxy's URL has it; nil for none.
    ///   - trusts: Whether the gateway trusts the private authority, and not those that the system trusts.
    /// - Returns: The gateway's outcome.
    /// - Throws: What is wrong with the settings.
    func send(
        _ message: OutgoingMessage, to url: String, as user: String? = "u:p%2Ess", trusts: Bool = true
    ) async throws -> SendOutcome {
        var way = HTTPWay()
        way.proxy = HTTPProxy("http://\(user.map { $0 + "@" } ?? "")127.0.0.1:\(proxy)")
        if trusts { way.trust = try TrustedAuthorities(file: authority, besidesSystem: false) }
        let settings = WebhookSettings(url: url, secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
        let gateway = try HTTPGateway(
            name: "webhook", provider: try Webhook(settings), connections: 4, way: way,
            now: { Timestamp(seconds: 1_767_323_045) })
        let outcome = await gateway.send(message, deadline: .seconds(60))
        await gateway.shutdown()
        return outcome
    }

    /// Posts one event to an endpoint.
    ///
    /// `trusts`: whether the private authority counts, beside those that the system trusts.
    func post(to url: String, trusts: Bool) async throws -> EventAnswer {
        let reach = EventReach(
            allowsPrivateAddresses: false, proxy: HTTPProxy("http://u:p%2Ess@127.0.0.1:\(proxy)"))
        let trust = trusts ? try TrustedAuthorities(file: authority, besidesSystem: true) : .system
        let now = Timestamp(seconds: 1_767_323_045)
        let caller = HTTPEventCaller(reach: reach, trust: trust, now: { now })
        let body = Array(#"{"user":{"phone":"+1"}}"#.utf8)
        let answer = await caller.post(
            EventCall(id: "evt_1", body: body, url: url, signatures: [], now: now), deadline: .seconds(60))
        await caller.shutdown()
        return answer
    }

    /// Sends one span to a receiver, once; returns what became of it.
    func export(_ span: Span, to url: String) async throws -> SpanCounts {
        var settings = SpanExportSettings(url: url)
        settings.way.proxy = HTTPProxy("http://u:p%2Ess@127.0.0.1:\(proxy)")
        settings.way.trust = try TrustedAuthorities(file: authority, besidesSystem: false)
        (settings.tries, settings.lastDeadline) = (1, .seconds(60))
        let now = Timestamp(seconds: 1_767_323_045)
        let exporter = SpanExporter(settings, now: { now }, logger: Logger(label: "test"))
        exporter.take(span)
        exporter.close()
        await exporter.run()
        return exporter.counts
    }

    /// Ends the server with TLS, or the proxy.
    func end(_ part: String) async throws { _ = try await peer.ask(["end": .string(part)]) }

    /// What the servers got so far.
    func requests() async throws -> [JSONValue] { try await peer.ask([:])["requests"]?.array ?? [] }
}
