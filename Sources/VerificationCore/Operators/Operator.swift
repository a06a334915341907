/// A person who may sign in to the dashboard.
package struct Operator: Sendable, Hashable {
    package let name: OperatorName
    package let role: OperatorRole

    package init(name: OperatorName, role: OperatorRole) {
        self.name = name
        self.role = role
    }

    /// Whether the person's role allows a deed.
    package func may(_ deed: OperatorDeed) -> Bool { role >= deed.leastRole }
}
