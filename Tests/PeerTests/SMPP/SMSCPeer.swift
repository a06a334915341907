import Gateways
import SMPP
import StrictJSON
import Testing
import VerificationCore

/// The SMSC of smpp.twisted3, and a bound gateway.
struct SMSCPeer {
    let peer: PythonPeer
    let gateway: SMPPGateway

    static func with(
        receipts: SMPPGateway.ReceiptCallback? = nil, change: (inout SMPPGatewaySettings) -> Void = { _ in },
        _ body: (SMSCPeer) async throws -> Void
    ) async throws {
        try await PythonPeer.with("smsc.py") { peer in
            var settings = SMPPGatewaySettings(
                url: "smpp://127.0.0.1:\(try await port(of: peer))", account: "verify", secret: Secret("s3cret"))
            settings.sender = "Demo"
            change(&settings)
            try await SMPPGateway(
                name: "smpp", settings: settings, receipts: receipts, now: { Timestamp(seconds: 1_767_323_045) }
            ).use {
                gateway in
                let probe = await gateway.probe(within: .seconds(60))
                try #require(probe == .answers("bound to verify"))
                try await body(SMSCPeer(peer: peer, gateway: gateway))
            }
        }
    }

    static func port(of peer: PythonPeer) async throws -> Int {
        Int(try #require(try await peer.hear("listening")["port"]?.integer))
    }

    /// Sets what the SMSC answers to each message from now on, by the name in SMPP's specification.
    func answer(_ status: String) async throws {
        try peer.say(["status": .string(status)])
        _ = try await peer.hear("set")
    }

    /// Sets a habit of the SMSC's, by the name that the script has for it.
    func adopt(_ habits: JSONValue) async throws {
        try peer.say(habits)
        _ = try await peer.hear("set")
    }

    /// The `submit_sm` of a message that the SMSC has taken, one for each segment.
    func submits(of message: OutgoingMessage, segments: Int = 1) async throws -> [JSONValue] {
        guard case .accepted(.some) = await gateway.send(message, deadline: .seconds(60)) else {
            Issue.record("not accepted: \(message.text.text)")
            return []
        }
        return try await submits(segments)
    }

    /// The next `submit_sm` of the SMSC, as many as the message has segments.
    func submits(_ count: Int) async throws -> [JSONValue] {
        var submits: [JSONValue] = []
        for _ in 0..<count { submits.append(try await peer.hear("submit")) }
        return submits
    }
}
