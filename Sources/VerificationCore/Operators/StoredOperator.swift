/// An operator as the store keeps it.
package struct StoredOperator: Sendable, Hashable {
    package let person: Operator
    package let password: PasswordHash
    /// When the password or the role was last changed; sessions that began before are over.
    package let changedAt: Timestamp

    package init(_ person: Operator, password: PasswordHash, changedAt: Timestamp) {
        self.person = person
        self.password = password
        self.changedAt = changedAt
    }
}
