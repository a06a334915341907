import GatewayConformance
import Gateways
import SMPP
import Testing
import VerificationCore

/// The SMPP gateway with an SMSC of its own.
struct SMPPHarness: GatewayHarness {
    /// 2 January 2026, 03:04:05 UTC.
    static let now: @Sendable () -> Timestamp = { Timestamp(seconds: 1_767_323_045) }

    let smsc: SMSCStandIn
    let smpp: SMPPGateway

    /// Lends a bound gateway and its SMSC, and ends both.
    static func with(
        receipts: SMPPGateway.ReceiptCallback? = nil, tells: @escaping @Sendable (GatewayLink) -> Void = { _ in },
        change: (inout SMPPGatewaySettings) -> Void = { _ in },
        _ body: (SMPPHarness) async throws -> Void
    ) async throws {
        let smsc = try await SMSCStandIn.start()
        var settings = SMPPGatewaySettings(
            url: "smpp://127.0.0.1:\(smsc.port)", account: "verify", secret: Secret("s3cret"))
        change(&settings)
        let gateway = try SMPPGateway(name: "smpp", settings: settings, receipts: receipts, now: now, tells: tells)
        try await gateway.use { gateway in
            #expect(await gateway.probe(within: .seconds(40)) == .answers("bound to stand-in"))
            try await body(SMPPHarness(smsc: smsc, smpp: gateway))
        }
        try await smsc.stop()
    }

    var gateway: any SMSGateway { smpp }

    /// Waits for the bind too: the SMSC may have hung up a moment ago.
    func behave(_ behaviour: ProviderBehaviour) async {
        smsc.behave(behaviour)
        await smsc.isBound()
        _ = await smpp.probe(within: .seconds(40))
    }

    func arrivals(atLeast count: Int) async { await smsc.submits(atLeast: count) }

    func arrived() throws -> [ProviderArrival] {
        smsc.submits.map { ProviderArrival(id: nil, phone: "+" + $0.destination.text, text: $0.plainText) }
    }
}

extension SubmitMessage {
    /// The text as a phone reads it; the tests' texts of the GSM alphabet are ASCII.
    var plainText: String {
        let octets = esmClass == .userDataHeader ? Array(shortMessage.dropFirst(6)) : shortMessage
        let text = octets.isEmpty ? parameters.value(of: .messagePayload) ?? [] : octets
        guard dataCoding == 8 else { return String(decoding: text, as: UTF8.self) }
        let units = stride(from: 0, to: text.count - 1, by: 2).map { UInt16(text[$0]) << 8 | UInt16(text[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }
}
