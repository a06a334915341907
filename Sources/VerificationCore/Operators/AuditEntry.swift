/// What an operator did, or tried to do: a line of the audit, which is never changed.
package struct AuditEntry: Sendable, Hashable {
    /// The result of the action.
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
    /// Where the call to the dashboard came from; nil for a command, and for a backend.
    package let address: IPAddress?

    package init(
        actor: String, action: OperatorAction, subject: String, reason: String = "", result: Result,
        address: IPAddress? = nil
    ) {
        self.actor = actor
        self.action = action
        self.subject = Self.storable(subject)
        self.reason = Self.storable(reason)
        self.result = result
        self.address = address
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
    /// A tenant's backend may erase a thousand numbers in an hour. These lines must not hide that an operator has
    /// switched a gateway off.
    fileprivate var isOperatorsChange: Bool { action.isChange && !actor.hasPrefix(OperatorName.keyPrefix) }
}

/// Which lines of the audit a reader wants.
package struct AuditFilter: Sendable, Hashable {
    /// Nil for the lines of all actors.
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

    /// What operators have changed: sign-ins, looks, searches and what backends do are left out, because there may be
    /// many.
    package static let changesDone = AuditFilter(result: .done, onlyChanges: true)

    /// Whether a line is wanted.
    package func fits(_ entry: AuditEntry) -> Bool {
        (actor ?? entry.actor) == entry.actor && (action ?? entry.action) == entry.action
            && (result ?? entry.result) == entry.result && (!onlyChanges || entry.isOperatorsChange)
    }
}

/// Port: what operators did, kept as long as verifications are.
package protocol AuditLog: Sendable {
    /// Adds a line.
    func note(_ entry: AuditEntry) async throws(StoreError)

    /// A page of the lines that fit a filter, newest first.
    ///
    /// The store looks at a bounded number of lines for a page, so a rare line may need several pages to be found.
    ///
    /// - Parameters:
    ///   - filter: which lines.
    ///   - number: only lines before this number; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when nothing before `number` fits.
    /// - Throws: a `StoreError` when the store gives no answer.
    func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) async throws(StoreError) -> AuditPage
}

/// Some lines of the audit, and where the next page begins.
package struct AuditPage: Sendable, Hashable {
    /// The newest first.
    package let lines: [StoredAudit]
    /// Older lines that fit have numbers before this number; nil when there are no older lines.
    package let next: Int64?
    /// Whether the page ended because the store had looked at as many lines as it looks at for a page.
    ///
    /// Then fewer lines than asked for are here, perhaps not a single line, and older lines may fit nevertheless.
    package let isCutShort: Bool

    package init(lines: [StoredAudit], next: Int64?, isCutShort: Bool) {
        (self.lines, self.next, self.isCutShort) = (lines, next, isCutShort)
    }
}

/// A line of the audit with its number and its time.
package struct StoredAudit: Sendable, Hashable {
    /// Grows from line to line.
    package let number: Int64
    package let at: Timestamp
    package let entry: AuditEntry

    package init(number: Int64, at: Timestamp, entry: AuditEntry) {
        self.number = number
        self.at = at
        self.entry = entry
    }
}
