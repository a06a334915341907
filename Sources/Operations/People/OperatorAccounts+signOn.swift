import VerificationCore

// People who come in by single sign-on: the provider makes them, and commands switch them off.
extension OperatorAccounts {
    /// The person who would be switched; throws for a person with a password.
    package func previewSwitch(of name: OperatorName, for person: Operator) async throws(OperatorError) -> Standing {
        guard let standing = try await preview(name, for: person), standing.stored.identity != nil else {
            throw .nothing("operator \(name) who comes in by single sign-on")
        }
        return standing
    }

    /// Keeps a person out whatever the provider says, or lets the person in again.
    package func switchIdentity(
        of name: OperatorName, off isOff: Bool, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let subject = "\(name) switched \(isOff ? "off" : "on")"
        let isChanged = try await permits.change(.changeOperator, on: subject, because: reason, by: person) {
            () throws(StoreError) in try await store.switchIdentity(of: name, off: isOff)
        }
        guard isChanged else { throw .unusable("\(name) is \(isOff ? "off" : "on") already.") }
    }
}
