/// What a device's key signs about itself: for which app, how often it has signed, and where it was made.
///
/// The layout is that of WebAuthn, which Apple uses. What stands behind these fields is signed too, and not looked at.
package struct AuthenticatorData: Sendable, Hashable {
    /// As it was signed.
    package let bytes: [UInt8]

    /// Nil for bytes that are too few.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 37 else { return nil }
        self.bytes = bytes
    }

    /// The SHA-256 of the app's id.
    package var appHash: [UInt8] { Array(bytes[..<32]) }

    /// How many assertions the key has made.
    package var counter: UInt32 { bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }

    /// The key that a device tells of in an attestation; nil in an assertion.
    package var credential: Credential? {
        guard bytes.count >= 55, let maker = Credential.Maker(bytes[37..<53]) else { return nil }
        let end = 55 + (Int(bytes[53]) << 8 | Int(bytes[54]))
        guard bytes.count >= end else { return nil }
        return Credential(maker: maker, id: Array(bytes[55..<end]))
    }

    /// A key, and by which of Apple's services it is attested.
    package struct Credential: Sendable, Hashable {
        /// The service for apps in development, or the service for all others.
        package enum Maker: String, Sendable {
            case development = "appattestdevelop"
            case production = "appattest\0\0\0\0\0\0\0"

            fileprivate init?(_ bytes: ArraySlice<UInt8>) {
                self.init(rawValue: String(decoding: bytes, as: UTF8.self))
            }
        }

        package let maker: Maker
        package let id: [UInt8]
    }
}
