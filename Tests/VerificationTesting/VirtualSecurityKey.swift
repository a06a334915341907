import Crypto
import VerificationCore

/// A security key of ES256 together with a browser, whose answers are written as the dashboard's script writes them.
package struct VirtualSecurityKey: Sendable {
    package let id: [UInt8]
    private let key = P256.Signing.PrivateKey()
    /// For which host it signs, and where the browser says that its page is.
    package var site: String
    package var origin: String
    /// Whether the person touches it.
    package var isTouched = true

    /// `id`: one byte, so that a test has several keys.
    package init(_ id: UInt8 = 1, site: String = "ops.example.com", origin: String = "https://ops.example.com") {
        (self.id, self.site, self.origin) = ([UInt8](repeating: id, count: 32), site, origin)
    }

    /// A new key, for the challenge in a form's field, whose last part it is.
    package func made(for field: String, counter: UInt32 = 0) -> String {
        let raw = Array(key.publicKey.rawRepresentation)
        let cose = [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20] + raw[..<32] + [0x22, 0x58, 0x20] + raw[32...]
        let zeros = [UInt8](repeating: 0, count: 16)
        let data = report(counter, flags: 0x40) + zeros + [0, UInt8(id.count)] + id + cose
        let parts: [[UInt8]] = [
            [0xA3, 0x63], Array("fmt".utf8), [0x64], Array("none".utf8), [0x67], Array("attStmt".utf8), [0xA0, 0x68],
            Array("authData".utf8), [0x58, UInt8(data.count)], data,
        ]
        return Self.joined([client("create", field), parts.flatMap(\.self)])
    }

    /// A signature over the challenge in a form's field.
    package func signed(_ field: String, counter: UInt32 = 0) throws -> String {
        let (client, data) = (client("get", field), report(counter, flags: 0))
        let signature = try key.signature(for: data + Array(SHA256.hash(data: client)))
        return Self.joined([id, client, data, Array(signature.derRepresentation)])
    }

    private func client(_ kind: String, _ field: String) -> [UInt8] {
        let challenge = field.split(separator: "/").last ?? ""
        return Array(#"{"type":"webauthn.\#(kind)","challenge":"\#(challenge)","origin":"\#(origin)"}"#.utf8)
    }

    private func report(_ counter: UInt32, flags: UInt8) -> [UInt8] {
        let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> ($0 * 8)) }
        return Array(SHA256.hash(data: Array(site.utf8))) + [flags | (isTouched ? 1 : 0)] + count
    }

    private static func joined(_ parts: [[UInt8]]) -> String {
        parts.map { Base64.encodeForURL($0) }.joined(separator: ".")
    }
}
