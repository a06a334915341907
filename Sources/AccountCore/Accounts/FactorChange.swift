/// How many factors a change of an account adds and removes.
///
/// A factor whose number changes goes, and another comes in its place: its owner proved the old number.
package struct FactorChange: Sendable, Hashable {
    package let added: Int
    package let removed: Int

    package init(from before: [SecondFactor], to after: [SecondFactor]) {
        added = after.count { !$0.isKept(in: before) }
        removed = before.count { !$0.isKept(in: after) }
    }
}

extension SecondFactor {
    /// Whether a list has a factor of the same name that asks for the same proof.
    func isKept(in list: [SecondFactor]) -> Bool { list.contains { $0.id == id && $0.phone == phone } }

    /// Whether a factor may have the name: like the id of an account.
    static func canHave(_ id: String) -> Bool { LocalID(id) != nil }
}
