import Crypto

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
