import StrictJSON
import VerificationCore

/// Which apps may prove themselves to a project by Google's Play Integrity, and by which keys verifyd reads their tokens.
package struct PlayIntegrityRules: Sendable, Hashable {
    /// The names of the apps' packages, for example `com.example.shop`.
    package let packages: [String]
    /// The SHA-256 of the certificates that sign the apps; empty where Play's own verdict is enough.
    package var certificates: [[UInt8]] = []
    /// The key that opens tokens, 32 bytes, sealed for the project.
    package var decryptionKey: SealedCode?
    /// The key by which Google signs tokens: a public key of P-256 in DER.
    package var verificationKey: [UInt8] = []
    /// The number of the project at Google, which the app's client asks for; nil for the number of the project here.
    package var projectNumber: String?

    /// Nil without packages, and for a text that is no name of a package.
    package init?(packages: [String]) {
        guard (1...Self.most).contains(packages.count), packages.allSatisfy(Self.isPackage) else { return nil }
        self.packages = packages
    }

    /// These packages, with all else of other rules.
    package func keeping(_ others: PlayIntegrityRules) -> PlayIntegrityRules {
        var rules = self
        (rules.certificates, rules.projectNumber) = (others.certificates, others.projectNumber)
        (rules.decryptionKey, rules.verificationKey) = (others.decryptionKey, others.verificationKey)
        return rules
    }

    /// What the decryption key of a project is sealed for.
    package static func purpose(of project: ProjectID) -> String { "play integrity \(project)" }

    /// The same rules with the key under the ring's current key; nil when the ring lacks the key that sealed it.
    package func resealed(for project: ProjectID, by ring: KeyRing) -> PlayIntegrityRules? {
        guard let sealed = decryptionKey else { return self }
        guard let key = ring.resealed(sealed, for: Self.purpose(of: project)) else { return nil }
        var rules = self
        rules.decryptionKey = key
        return rules
    }

    /// For an operator, for example ` (com.example.shop)`.
    package var words: String {
        let notes = certificates.isEmpty ? "" : ", by \(certificates.count) certificates"
        return " (\(packages.joined(separator: ", "))\(notes))"
    }

    private static let most = 100

    private static func isPackage(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }
        return (3...200).contains(text.utf8.count) && text.contains(".") && isPlain
    }
}

// As the store keeps it.
extension PlayIntegrityRules {
    /// Without the key that opens tokens.
    var shown: JSONObject {
        var members: JSONObject = [
            "packages": .array(packages.map(JSONValue.string)),
            "certificates": .array(certificates.map { .string(Base64.encodeForURL($0)) }),
            "verificationKey": .string(Base64.encodeForURL(verificationKey)),
        ]
        members["projectNumber"] = projectNumber.map(JSONValue.string)
        return members
    }

    var json: JSONValue {
        var members = shown
        members["keyName"] = decryptionKey.map { .string($0.keyName) }
        members["key"] = decryptionKey.map { .string(Base64.encodeForURL($0.bytes)) }
        return .object(members)
    }

    init?(_ json: JSONValue) {
        guard let packages = json["packages"]?.array?.compactMap(\.string),
            let certificates = json["certificates"]?.array?.compactMap({ $0.string.flatMap { Base64.decode($0) } }),
            let verificationKey = json["verificationKey"]?.string.flatMap({ Base64.decode($0) })
        else { return nil }
        self.init(packages: packages)
        (self.certificates, self.verificationKey) = (certificates, verificationKey)
        projectNumber = json["projectNumber"]?.string
        if let name = json["keyName"]?.string, let bytes = json["key"]?.string.flatMap({ Base64.decode($0) }) {
            decryptionKey = SealedCode(keyName: name, bytes: bytes)
        }
    }
}
