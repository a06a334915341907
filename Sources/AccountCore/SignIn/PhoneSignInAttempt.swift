import VerificationCore

/// A sign-in of somebody who has proved a phone number, as the store carries it out.
package struct PhoneSignInAttempt: Sendable, Hashable {
    /// What proves the number.
    package enum Proof: Sendable, Hashable {
        /// A code that was right; the approved verification serves a single sign-in.
        case code(VerificationID)
        /// The proof that an earlier call gave in place of a sign-in.
        case earlier
    }

    /// The account that the call is signed in to, by an ID token that was checked.
    package struct Current: Sendable, Hashable {
        package let id: LocalID
        /// When the token was made.
        package let tokenMadeAt: Timestamp

        package init(id: LocalID, tokenMadeAt: Timestamp) { (self.id, self.tokenMadeAt) = (id, tokenMadeAt) }
    }

    /// E.164.
    package let phone: String
    package let proof: Proof
    /// Nil for a call without an ID token.
    package let current: Current?
    /// The name of the account that a sign-up makes.
    package let newID: LocalID
    /// Whether the call proves once more who is there, so that no account may be made.
    package let reauthenticates: Bool
    /// The session that begins where the person signs in; its beginning is the time of the attempt.
    package let session: RefreshSession

    package init(
        phone: String, proof: Proof, current: Current?, newID: LocalID, reauthenticates: Bool = false,
        session: RefreshSession
    ) {
        (self.phone, self.proof, self.current) = (phone, proof, current)
        (self.newID, self.reauthenticates, self.session) = (newID, reauthenticates, session)
    }

    package var time: Timestamp { session.beganAt }

    /// Decides from the accounts as they are: the owner of the number, and the account that the call is signed in to.
    package func decide(owner: Account?, current account: Account?) throws(WireError) -> PhoneSignIn {
        if let current { _ = try TokenCheck.check(account, madeAt: current.tokenMadeAt) }
        let decision = try PhoneSignIn.decide(owner: owner, current: account, isByProof: proof == .earlier)
        if reauthenticates, decision == .signUp { throw .refused(.userNotFound) }
        return decision
    }
}
