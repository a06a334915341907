/// Who an operator is at the provider of the single sign-on.
///
/// The pair stays, whatever the person is called there; a name or an address may be another person's tomorrow.
package struct OperatorIdentity: Sendable, Hashable {
    package let issuer: String
    package let subject: String

    /// Nil for a subject that is not 1 to 255 visible characters of ASCII, as OpenID Connect has it.
    package init?(issuer: String, subject: String) {
        guard (1...255).contains(subject.utf8.count), subject.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) else {
            return nil
        }
        (self.issuer, self.subject) = (issuer, subject)
    }
}

/// What the store makes of a person whom the provider has named.
package enum IdentityAdmission: Sendable, Hashable {
    /// The person came for the first time, and is an operator now.
    case added(StoredOperator)
    /// The person is known, and has the same role as before.
    case known(StoredOperator)
    /// The provider gives another role than before; the person's sessions are over.
    case changed(StoredOperator, from: OperatorRole)
    /// An admin has switched the person off.
    case switchedOff(OperatorName)
    /// Another operator has the name that the person would get.
    case nameTaken
}

/// Port: operators who come in by single sign-on.
package protocol OperatorIdentityStore: Sendable {
    /// Finds the operator of an identity and gives that operator the role, or makes the operator.
    ///
    /// A known person keeps the name of the first time. No other operator's row is ever touched.
    ///
    /// - Parameters:
    ///   - identity: whom the provider has named.
    ///   - person: the name for a new operator, and the role.
    ///   - password: for a new operator; one that fits nobody.
    /// - Returns: what came of it.
    /// - Throws: a `StoreError` when the store gives no answer.
    func admit(
        _ identity: OperatorIdentity, as person: Operator, password: PasswordHash
    ) async throws(StoreError) -> IdentityAdmission

    /// Ends the sessions of a person to whom the provider gives no role any more; sign-ins that have begun end too.
    ///
    /// Returns the person's name; nil where no operator has this identity.
    func endSessions(of identity: OperatorIdentity) async throws(StoreError) -> OperatorName?

    /// Switches a person of the single sign-on off, whose sessions end then, or on again.
    ///
    /// False where nothing changes: there is no such person, or the person stands so already.
    func switchIdentity(of name: OperatorName, off isOff: Bool) async throws(StoreError) -> Bool
}
