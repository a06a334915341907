import VerificationCore

/// What a browser asks a security key for.
package struct KeyRequest: Sendable {
    /// To make a key, or to sign with one.
    package enum Kind: Sendable, Hashable {
        case create, sign
    }

    package let kind: Kind
    package let site: KeySite
    package let challenge: KeyChallenge
    package let name: OperatorName
    /// The keys that the person has at the site: each of them may sign, and none of them is made again.
    package let known: [[UInt8]]

    /// The kinds of keys that are made, as COSE numbers them.
    package var algorithms: [Int64] { KeyVerifier.algorithms }
}
