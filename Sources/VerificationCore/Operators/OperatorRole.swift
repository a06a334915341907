/// What a person who signs in to the dashboard may do; each role may do all that the roles before it may.
package enum OperatorRole: String, Sendable, CaseIterable, Comparable {
    /// Looks at everything, with phone numbers masked.
    case viewer
    /// Helps a person: sees whole numbers, cancels a verification, lifts a limit.
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
