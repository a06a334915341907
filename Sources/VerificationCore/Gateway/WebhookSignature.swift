import Crypto
import FoundationEssentials

/// Signs and checks messages the Standard Webhooks way (`v1`: HMAC-SHA-256 over id, time and body).
package struct WebhookSignature: Sendable {
    /// How far the sender's clock may be from the receiver's.
    package static let tolerance: Duration = .seconds(300)

    private let key: SymmetricKey

    /// Nil unless the secret is `whsec_` and the Base64 of 24 to 64 bytes.
    package init?(secret: String) {
        let prefix = "whsec_"
        guard secret.hasPrefix(prefix), let bytes = Data(base64Encoded: String(secret.dropFirst(prefix.utf8.count))),
            (24...64).contains(bytes.count)
        else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// The value of the header `webhook-signature` for a message with this `webhook-id` and `webhook-timestamp`.
    package func sign(id: String, seconds: Int64, body: some Sequence<UInt8>) -> String {
        let signature = HMAC<SHA256>.authenticationCode(for: Self.content(id, at: "\(seconds)", body: body), using: key)
        return "v1," + Data(signature).base64EncodedString()
    }

    /// Whether `header` has a signature by this key, and the message is neither old nor from the future.
    ///
    /// The header may hold several signatures, with spaces between them. Kinds other than `v1` and stray commas are
    /// passed over.
    package func accepts(
        _ header: String, id: String, timestamp: String, body: some Sequence<UInt8>, now: Timestamp
    ) -> Bool {
        guard let seconds = Int64(timestamp), (0...253_402_300_799).contains(seconds) else { return false }
        let age = now - Timestamp(seconds: seconds)
        guard age <= Self.tolerance, age >= .zero - Self.tolerance else { return false }
        let content = Self.content(id, at: timestamp, body: body)
        return header.split(separator: " ").contains { entry in
            let fields = entry.split(separator: ",")
            guard fields.count >= 2, fields[0] == "v1", let code = Data(base64Encoded: String(fields[1])) else {
                return false
            }
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: content, using: key)
        }
    }

    private static func content(_ id: String, at timestamp: String, body: some Sequence<UInt8>) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(id.utf8.count + timestamp.utf8.count + 2 + body.underestimatedCount)
        content.append(contentsOf: id.utf8)
        content.append(UInt8(ascii: "."))
        content.append(contentsOf: timestamp.utf8)
        content.append(UInt8(ascii: "."))
        content.append(contentsOf: body)
        return content
    }
}

extension WebhookSignature: CustomStringConvertible, CustomDebugStringConvertible {
    /// Never shows the key.
    package var description: String { "webhook signature" }
    package var debugDescription: String { description }
}
