import AccountCore
import Crypto
import FoundationEssentials
import SwiftASN1
import VerificationCore
@_spi(FixedExpiryValidationTime) import X509

/// Checks what App Attest says of keys, by the steps that Apple documents for servers.
struct AppAttestCheck: Sendable {
    /// Where a certificate of a key says what the key was attested for.
    private static let nonceExtension: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 8, 2]

    let rules: AppAttestRules

    /// Reads the key that an attestation is about.
    ///
    /// - Parameters:
    ///   - id: as the app names the key.
    ///   - attestation: what the device got from Apple.
    ///   - clientDataHash: what the app gave to the device to have it attested.
    ///   - now: the certificates must be valid at this moment.
    /// - Returns: nil where the attestation proves nothing to the project.
    func key(
        _ id: [UInt8], attestedBy attestation: AppAttestation, for clientDataHash: [UInt8], at now: Timestamp
    ) async -> AttestedKey? {
        let data = attestation.authenticatorData
        guard let leaf = await leaf(of: attestation.certificates, at: now),
            nonce(in: leaf) == Array(SHA256.hash(data: data.bytes + clientDataHash)),
            let publicKey = P256.Signing.PublicKey(leaf.publicKey).map({ Array($0.x963Representation) }),
            Array(SHA256.hash(data: publicKey)) == id,
            let app = rules.apps.first(where: { hash(of: $0) == data.appHash }),
            data.counter == 0, let credential = data.credential, credential.id == id
        else { return nil }
        let key = AttestedKey(
            id: id, app: app, publicKey: publicKey, counter: 0, isDevelopment: credential.maker == .development)
        return isAllowed(key) ? key : nil
    }

    /// Whether a key of one of the project's apps has made an assertion about what the app has signed.
    func isGood(_ assertion: AppAssertion, by key: AttestedKey, over clientData: [UInt8]) -> Bool {
        let data = assertion.authenticatorData
        let nonce = SHA256.hash(data: data.bytes + SHA256.hash(data: clientData))
        guard isAllowed(key), data.appHash == hash(of: key.app), data.counter > key.counter,
            // What is no key of this curve was kept by another version.
            let publicKey = try? P256.Signing.PublicKey(x963Representation: key.publicKey),
            // What is no signature of this form proves nothing.
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: assertion.signature)
        else { return false }
        return publicKey.isValidSignature(signature, for: Data(nonce))
    }

    /// Also a key that was kept under former rules has to keep to these.
    private func isAllowed(_ key: AttestedKey) -> Bool {
        rules.apps.contains(key.app) && (!key.isDevelopment || rules.allowsDevelopment)
    }

    private func hash(of app: String) -> [UInt8] { Array(SHA256.hash(data: Array(app.utf8))) }

    /// The first certificate; nil where the others do not lead from it to the root.
    private func leaf(of chain: [[UInt8]], at now: Timestamp) async -> Certificate? {
        // A certificate that cannot be read leads nowhere.
        let certificates = chain.compactMap { try? Certificate(derEncoded: $0) }
        guard certificates.count == chain.count, let leaf = certificates.first, let root = AppAttestRoot(rules.root)
        else { return nil }
        var verifier = Verifier(rootCertificates: CertificateStore([root.certificate])) {
            RFC5280Policy(fixedExpiryValidationTime: Date(timeIntervalSince1970: Double(now.unixSeconds)))
        }
        let intermediates = CertificateStore(certificates.dropFirst())
        switch await verifier.validate(leaf: leaf, intermediates: intermediates) {
        case .validCertificate: return leaf
        case .couldNotValidate: return nil
        }
    }

    /// The bytes in a sequence with a single element, which is tagged.
    private func nonce(in certificate: Certificate) -> [UInt8]? {
        guard let value = certificate.extensions[oid: Self.nonceExtension]?.value,
            // What is no such sequence says nothing.
            let bytes = try? DER.sequence(
                DER.parse(value), identifier: .sequence,
                { nodes in
                    try DER.explicitlyTagged(&nodes, tagNumber: 1, tagClass: .contextSpecific) {
                        try ASN1OctetString(derEncoded: $0).bytes
                    }
                })
        else { return nil }
        return Array(bytes)
    }
}
