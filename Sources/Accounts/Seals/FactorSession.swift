import AccountCore
import Crypto
import VerificationCore

/// The handle of a code that was sent for a second factor: the verification's id, sealed for what the code may do.
///
/// It opens no sign-in by phone, and the handle of such a sign-in opens nothing here. Nothing is stored of it: the code is
/// good for as long as its verification lives.
package struct FactorSession: Sendable, Hashable {
    /// What the right code does.
    package enum Purpose: Sendable, Hashable {
        /// Enrols the number for this account.
        case enrollment(LocalID)
        /// Finishes the sign-in of this pending credential, and no other.
        case signIn(PendingCredential)
    }

    private static let digestLength = 16

    package let verification: VerificationID
    /// Stands for the factor that got the code; for an enrolment it stands for nothing.
    private let digest: [UInt8]

    /// `factor`: the name of the factor that gets the code; nil for an enrolment, which has none yet.
    package init(_ verification: VerificationID, factor: String?) {
        (self.verification, digest) = (verification, Self.digest(factor ?? ""))
    }

    /// Whether the code went to this factor.
    package func isFor(_ factor: SecondFactor) -> Bool { Self.digest(factor.id) == digest }

    /// What the caller gets; nil when the ring lacks its current key.
    package func text(for purpose: Purpose, of project: ProjectID, by keyRing: KeyRing) -> String? {
        keyRing.seal(verification.bytes + digest, for: purpose.words(project))?.text
    }

    /// Reads such a text; nil for a text that this installation did not make for this project and purpose.
    package init?(_ text: String, for purpose: Purpose, of project: ProjectID, by keyRing: KeyRing) {
        guard let sealed = SealedCode(text: text), let bytes = keyRing.open(sealed, for: purpose.words(project)),
            bytes.count == 16 + Self.digestLength, let verification = VerificationID(bytes: bytes.prefix(16))
        else { return nil }
        (self.verification, digest) = (verification, Array(bytes.suffix(Self.digestLength)))
    }

    /// A name may be as long as an import likes, and the handle must not.
    private static func digest(_ factor: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(factor.utf8)).prefix(digestLength))
    }
}

extension FactorSession.Purpose {
    /// No two purposes have the same words: a project's id has no space, and no account's id has a zero byte.
    fileprivate func words(_ project: ProjectID) -> String {
        switch self {
        case .enrollment(let account): "second factor \(project)\0enroll\0\(account.text)"
        case .signIn(let pending): "second factor \(project)\0sign in\0\(Base64.encodeForURL(pending.use.bytes))"
        }
    }
}
