/// What an operator did, or tried to do: a line of the audit, which nobody changes.
package struct AuditEntry: Sendable, Hashable {
    /// What came of it.
    package enum Result: String, Sendable, CaseIterable {
        case done
        /// The operator's role does not allow it.
        case forbidden
        case failed
    }

    /// The operator's name, or the name of the machine's user who gave the command.
    package let actor: String
    package let action: OperatorAction
    /// What it was done to, for example `gateway main` or a verification's id; never a whole phone number.
    package let subject: String
    /// What the operator gave as the reason; empty without a reason.
    package let reason: String
    package let result: Result

    package init(actor: String, action: OperatorAction, subject: String, reason: String = "", result: Result) {
        self.actor = actor
        self.action = action
        self.subject = Self.storable(subject)
        self.reason = Self.storable(reason)
        self.result = result
    }

    /// Without NULs, which no store keeps in a text: an action without its line would be worse than a line without its
    /// NUL.
    private static func storable(_ text: String) -> String {
        guard text.utf8.contains(0) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\0" }))
    }
}

extension AuditEntry {
    /// Whether the action may change how the installation works, and no backend did it with a key.
    ///
    /// A tenant's backend may erase a thousand numbers in an hour. They must not hide that somebody has switched a gateway
    /// off.
    fileprivate var isOperatorsChange: Bool { action.isChange && !actor.hasPrefix(OperatorName.keyPrefix) }
}

/// Which lines of the audit a reader wants.
package struct AuditFilter: Sendable, Hashable {
    /// Nil for everybody's.
    package let actor: String?
    /// Nil for all actions.
    package let action: OperatorAction?
    /// Nil for all results.
    package let result: AuditEntry.Result?
    /// Whether only people's actions that may have changed the installation are wanted; see `isOperatorsChange`.
    package let onlyChanges: Bool

    package init(
        actor: String? = nil, action: OperatorAction? = nil, result: AuditEntry.Result? = nil, onlyChanges: Bool = false
    ) {
        (self.actor, self.action, self.result, self.onlyChanges) = (actor, action, result, onlyChanges)
    }

    /// Every line.
    package static let all = AuditFilter()

    /// What operators have changed: sign-ins, looks, searches and what backends do, of which there may be many, are left
    /// out.
    package static let changesDone = AuditFilter(result: .done, onlyChanges: true)

    /// Whether a line is wanted.
    package func fits(_ entry: AuditEntry) -> Bool {
        (actor ?? entry.actor) == entry.actor && (action ?? entry.action) == entry.action
            && (result ?? entry.result) == entry.result && (!onlyChanges || entry.isOperatorsChange)
    }
}
