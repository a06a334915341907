extension VerificationRequest {
    package var phoneKey: PhoneKey { PhoneKey(app: app, phone: phone.e164) }
}

/// All that the rules need to know of one phone and app: one row, locked while they decide.
package struct PhoneState: Sendable, Hashable {
    package var sends: SlotCounts
    /// The wrong codes of all its verifications.
    package var wrongCodes: SlotCounts
    package var live: LiveVerification?

    package init(
        sends: SlotCounts = SlotCounts(), wrongCodes: SlotCounts = SlotCounts(), live: LiveVerification? = nil
    ) {
        self.sends = sends
        self.wrongCodes = wrongCodes
        self.live = live
    }
}

/// The rows of a batch's phones: as the store loaded them, and as the decisions so far leave them.
package struct PhoneRows: Sendable {
    /// A row that the store must write.
    package struct Change: Sendable {
        package let key: PhoneKey
        package let state: PhoneState
        package let isNew: Bool
    }

    private let loaded: [PhoneKey: PhoneState]
    private var states: [PhoneKey: PhoneState]

    /// Begins with the rows that exist; the store has locked them.
    package init(_ loaded: [PhoneKey: PhoneState]) {
        self.loaded = loaded
        states = loaded
    }

    package subscript(key: PhoneKey) -> PhoneState {
        get { states[key] ?? PhoneState() }
        set { states[key] = newValue }
    }

    /// The rows that are new or different now, in locking order.
    package var changes: [Change] {
        states.filter { loaded[$0.key] != $0.value && ($0.value != PhoneState() || loaded[$0.key] != nil) }
            .map { Change(key: $0.key, state: $0.value, isNew: loaded[$0.key] == nil) }
            .sorted { $0.key < $1.key }
    }
}
