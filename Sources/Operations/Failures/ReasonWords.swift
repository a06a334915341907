import VerificationCore

/// What the reasons of gateways' calls and receipts mean, in a sentence for people.
///
/// The same code means something else at each provider, so the gateway's kind chooses the table. An unknown code has no
/// sentence, and so has a code of a kind that has no table.
package struct ReasonWords: Sendable {
    private let gateways: GatewayList

    /// `gateways`: those of this process's settings, which say of which kind a gateway is.
    package init(_ gateways: GatewayList) { self.gateways = gateways }

    /// The sentence for a reason of a gateway, for example `error-30003` of a gateway of the kind `twilio`.
    ///
    /// `gateway`: nil or empty where no gateway has a part in it.
    package func sentence(for reason: String?, of gateway: String?) -> String? {
        guard let reason else { return nil }
        if let shared = SharedReason(rawValue: reason) { return "\(shared.words.firstUppercased)." }
        guard let gateway, let kind = gateways.member(named: gateway)?.kind else { return nil }
        return ProviderReasons.table(of: kind)[reason]
    }
}

extension String {
    fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
