/// A rule that an operator wants.
package struct BlockWish: Sendable, Hashable {
    package let target: BlockTarget
    package let action: BlockRule.Action
    package let who: String
    package let reason: String
    package let until: Timestamp?

    package init(
        target: BlockTarget, action: BlockRule.Action, who: String, reason: String, until: Timestamp? = nil
    ) {
        self.target = target
        self.action = action
        self.who = who
        self.reason = reason
        self.until = until
    }
}
