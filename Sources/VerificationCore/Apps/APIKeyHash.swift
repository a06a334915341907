import Crypto

/// All that the store keeps of an API key.
///
/// A plain hash is enough, because an attacker cannot guess 256 random bits.
package struct APIKeyHash: Sendable, Hashable {
    /// SHA-256, 32 bytes.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(of text: String) {
        bytes = Array(SHA256.hash(data: Array(text.utf8)))
    }

    /// The first eight hexadecimal digits; operators distinguish keys in a list by them.
    package var shortName: String {
        bytes.prefix(4).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

/// A backend's secret, shown only once, when it is made.
package struct APIKey: Sendable {
    /// `vfd_` and 43 characters that hold 256 random bits.
    package let text: String

    /// - Parameter random: 32 bytes of a generator fit for secrets.
    package init(random: [UInt8]) {
        text = "vfd_" + Base64.encodeForURL(random)
    }

    package var hash: APIKeyHash { APIKeyHash(of: text) }
}
