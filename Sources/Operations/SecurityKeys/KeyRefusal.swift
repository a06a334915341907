/// Why what a security key answers is not taken.
package enum KeyRefusal: Error, Sendable, Hashable {
    /// It is not written as WebAuthn writes it.
    case unreadable
    /// It was made for something else, for example to add a key.
    case otherPurpose
    /// The challenge was not made for this, or its five minutes are over.
    case otherChallenge
    /// The browser had a page of another place open; the text is what it says, and may be an attacker's.
    case otherOrigin(String)
    /// The key has signed for another host.
    case otherSite
    /// The person has not touched the key.
    case untouched
    /// The key's signatures are of a kind that is not asked for.
    case otherAlgorithm
    /// The person has no such key here.
    case unknownKey
    case wrongSignature
    /// The key has signed no more often than before: there may be a copy of it.
    case counterWentBack
    /// The challenge, or a later one, was answered before.
    case usedBefore

    /// For the audit and for the person, behind a colon.
    package var words: String {
        switch self {
        case .unreadable: "the answer cannot be read"
        case .otherPurpose: "it was made for another purpose"
        case .otherChallenge: "the question is too old, or not of this dashboard"
        // An attacker may have written it, also for a terminal.
        case .otherOrigin(let origin): "the page was at \(origin.filter { (" "..."~").contains($0) }.prefix(100))"
        case .otherSite: "it was made for another host"
        case .untouched: "the key was not touched"
        case .otherAlgorithm: "the key signs by an unknown algorithm"
        case .unknownKey: "no such key is known"
        case .wrongSignature: "the signature is wrong"
        case .counterWentBack: "its counter went back, so there may be a copy of it"
        case .usedBefore: "the answer was used before"
        }
    }
}
