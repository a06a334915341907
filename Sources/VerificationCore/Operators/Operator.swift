/// Who performs an operator's action: a person who may sign in to the dashboard, a machine's user, or a backend with a
/// key.
package struct Operator: Sendable, Hashable {
    package let name: OperatorName
    package let role: OperatorRole
    /// Where the person's call came from, for the audit; nil for a command, and for a backend.
    package let address: IPAddress?

    package init(name: OperatorName, role: OperatorRole, address: IPAddress? = nil) {
        self.name = name
        self.role = role
        self.address = address
    }

    /// The same person, calling from an address.
    package func calling(from address: IPAddress?) -> Operator { Operator(name: name, role: role, address: address) }

    /// The machine's user who gives a command.
    ///
    /// Such a user has the settings with the password of the database, so no role could hold the user back.
    package static func terminal(user: String) -> Operator { Operator(name: .machineUser(user), role: .admin) }

    /// A backend that calls with a key of the scope `admin`; the surface keeps it to what is of the key's app.
    package static func backend(with key: APIKeyHash) -> Operator { Operator(name: .key(key), role: .admin) }

    /// Whether the person's role allows an action.
    package func may(_ action: OperatorAction) -> Bool { role >= action.leastRole }
}

/// An operator as the store keeps it.
package struct StoredOperator: Sendable, Hashable {
    package let person: Operator
    package let password: PasswordHash
    /// When the password or the role was last changed; sessions that began before are over.
    package let changedAt: Timestamp
    /// Who the person is at the provider of the single sign-on; nil for a person with a password.
    ///
    /// The password of a person with an identity fits nobody.
    package let identity: OperatorIdentity?
    /// Whether an admin has switched the person off: then the provider's word lets nobody in.
    package let isOff: Bool

    package init(
        _ person: Operator, password: PasswordHash, changedAt: Timestamp, identity: OperatorIdentity? = nil,
        isOff: Bool = false
    ) {
        (self.person, self.password, self.changedAt) = (person, password, changedAt)
        (self.identity, self.isOff) = (identity, isOff)
    }
}

/// What a person who signs in to the dashboard may do; each role may do all that the roles before it may.
package enum OperatorRole: String, Sendable, CaseIterable, Comparable {
    /// Looks at everything, with phone numbers masked.
    case viewer
    /// Helps a person: sees whole numbers, cancels a verification, resets a limit.
    case support
    /// Keeps the installation going: queues, gateways, blocks, test numbers.
    case `operator`
    /// Does what cannot be undone.
    case admin

    package static func < (left: OperatorRole, right: OperatorRole) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .support: 1
        case .operator: 2
        case .admin: 3
        }
    }
}
