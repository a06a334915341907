import AccountCore
import VerificationCore

/// What a security key has answered, before anything of it is checked.
enum KeyAnswer {
    /// Reads parts with points between them, each as Base64 for URLs; nil for a text of another form.
    ///
    /// A form has 16 KiB at most, so the text is bounded.
    fileprivate static func parts(of text: String, count: Int) -> [[UInt8]]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == count else { return nil }
        let bytes = parts.compactMap { Base64.decode($0) }
        return bytes.count == count ? bytes : nil
    }
}

/// A new key, as a browser answers it (WebAuthn, section 7.1).
///
/// Who has made the key is not asked and not looked at: each attestation is taken, and proves nothing.
struct AddedKey: Sendable {
    private let clientData: KeyClientData
    private let attestation: [UInt8]

    /// Reads `CLIENTDATA.ATTESTATION`.
    init(_ text: String) throws(KeyRefusal) {
        guard let parts = KeyAnswer.parts(of: text, count: 2) else { throw .unreadable }
        (clientData, attestation) = (KeyClientData(bytes: parts[0]), parts[1])
    }

    /// The key with its count, if it was made for this challenge at this site.
    func key(for challenge: KeyChallenge, at site: KeySite) throws(KeyRefusal) -> (
        key: KeyReport.NewKey, counter: UInt32
    ) {
        try clientData.expect(.create, challenge: challenge.bytes, at: site)
        guard let value = CBORValue(attestation), case .text? = value["fmt"], case .map? = value["attStmt"],
            let data = value["authData"]?.bytes
        else { throw .unreadable }
        let report = try KeyReport(data)
        try report.expect(site)
        guard let key = report.newKey, SecurityKey.idLengths.contains(key.id.count) else { throw .unreadable }
        guard key.publicKey.count <= SecurityKey.longestPublicKey, KeyVerifier(cose: key.publicKey) != nil else {
            throw .otherAlgorithm
        }
        return (key, report.counter)
    }
}

/// A key's signature over a challenge, as a browser answers it (WebAuthn, section 7.2).
struct KeySignature: Sendable {
    /// Which key says to have signed.
    let id: [UInt8]
    private let clientData: KeyClientData
    private let report: [UInt8]
    private let signature: [UInt8]

    /// Reads `ID.CLIENTDATA.AUTHENTICATORDATA.SIGNATURE`.
    init(_ text: String) throws(KeyRefusal) {
        guard let parts = KeyAnswer.parts(of: text, count: 4) else { throw .unreadable }
        (id, clientData, report, signature) = (parts[0], KeyClientData(bytes: parts[1]), parts[2], parts[3])
    }

    /// How often the key has signed by its own count, if this is its signature over the challenge at this site.
    func counter(
        by key: SecurityKey, for challenge: KeyChallenge, at site: KeySite
    ) throws(KeyRefusal) -> UInt32 {
        try clientData.expect(.sign, challenge: challenge.bytes, at: site)
        let said = try KeyReport(report)
        try said.expect(site)
        guard let verifier = KeyVerifier(cose: key.publicKey) else { throw .otherAlgorithm }
        guard verifier.accepts(signature, of: report + clientData.hash) else { throw .wrongSignature }
        guard key.admits(said.counter) else { throw .counterWentBack }
        return said.counter
    }
}
