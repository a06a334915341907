import Crypto
import StrictJSON
import VerificationCore

/// What a browser says of its call of a security key (WebAuthn, section 5.8.1); the key signs the hash of it.
struct KeyClientData: Sendable {
    /// Browsers write less than half as many bytes.
    private static let longest = 4_096

    /// What the browser was asked for.
    enum Kind: String {
        case create = "webauthn.create"
        case sign = "webauthn.get"
    }

    let bytes: [UInt8]

    var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// Throws unless the browser was asked for this, with this challenge, by a page of this site.
    func expect(_ kind: Kind, challenge: [UInt8], at site: KeySite) throws(KeyRefusal) {
        // What is wrong with the text is of no use to the person.
        guard bytes.count <= Self.longest, let json = try? JSONValue(parsing: bytes), let type = json["type"]?.string,
            let answered = json["challenge"]?.string.flatMap({ Base64.decode($0) }), let origin = json["origin"]?.string
        else { throw .unreadable }
        guard type == kind.rawValue else { throw .otherPurpose }
        guard answered == challenge else { throw .otherChallenge }
        guard origin == site.origin else { throw .otherOrigin(origin) }
        // A page inside a page of another site: the person sees that other site's address.
        guard json["crossOrigin"]?.bool != true else { throw .otherOrigin("\(origin), inside a page of another site") }
    }
}
