import Foundation
import GatewayKit

/// Reads what Example SMS tells of a message: an id and a status, in JSON, with a token of ours in the header.
struct ExampleReceipts: ReceiptReader {
    let token: String

    func receipts(in call: ReceiptCall, at now: Timestamp) async throws(ReceiptError) -> [DeliveryReceipt] {
        guard call.header("authorization") == "Bearer \(token)" else { throw .forged }
        // Whatever keeps it from being JSON, it is no receipt.
        guard let told = try? JSONDecoder().decode([String: String].self, from: Data(call.body)),
            let id = told["id"], let status = told["status"]
        else { throw .unreadable }
        // Example SMS has the words of `DeliveryStatus`, and some that say nothing of a message's way.
        return DeliveryStatus(rawValue: status).map { [DeliveryReceipt(gatewayID: id, status: $0)] } ?? []
    }
}
