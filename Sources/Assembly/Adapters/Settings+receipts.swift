import GatewayKit
import VerificationCore
import Verifications

extension Settings {
    /// The gateways whose providers call with receipts, by their names.
    package func receiptSources() throws(SettingsProblem) -> [String: ReceiptIntake.Source] {
        // An API without receipts starts without a gateway.
        guard isSet(ReceiptSettings.url) else { return [:] }
        var sources: [String: ReceiptIntake.Source] = [:]
        for described in gateways {
            let provider = try provider(of: described)
            guard let url = try receiptsURL(of: described),
                case .calls(_, let reader) = try provider.receipts(with: values(of: described))
            else { continue }
            sources[described.name ?? provider.kind] = ReceiptIntake.Source(url: url, reader: try reader())
        }
        return sources
    }
}
