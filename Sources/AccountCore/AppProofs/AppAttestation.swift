/// What Apple's App Attest says of a new key of a device, before anything of it is checked.
package struct AppAttestation: Sendable, Hashable {
    /// Apple's attestations have less than half as many bytes.
    private static let longest = 16_384
    /// Apple's have two.
    private static let mostCertificates = 4

    /// In DER; the first is the certificate of the device's key, the others lead to the root.
    package let certificates: [[UInt8]]
    package let authenticatorData: AuthenticatorData

    /// Nil for bytes that are no attestation.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, let value = CBORValue(bytes), value["fmt"] == .text("apple-appattest"),
            let chain = value["attStmt"]?["x5c"]?.array, (1...Self.mostCertificates).contains(chain.count),
            let data = value["authData"]?.bytes.flatMap(AuthenticatorData.init)
        else { return nil }
        certificates = chain.compactMap(\.bytes)
        guard certificates.count == chain.count else { return nil }
        authenticatorData = data
    }
}
