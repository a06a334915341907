/// Why the broker did not do what an operator asked.
package struct BrokerError: Error, Sendable, Hashable {
    /// What the operator can do about it.
    package enum Kind: Sendable, Hashable {
        /// The broker did not answer, or not in time: the same question may succeed later.
        case unavailable
        /// The broker refuses until an operator changes something, for example the user's rights.
        case refused
    }

    package let kind: Kind
    /// What was being done and what the broker said; safe to print, for it holds no password and no message.
    package let context: String

    package init(_ kind: Kind, context: String) {
        self.kind = kind
        self.context = context
    }
}

extension BrokerError: CustomStringConvertible {
    package var description: String { context }
}
