/// The verification that requests for a phone join, until it is approved, canceled, used up or expired.
package struct LiveVerification: Sendable, Hashable {
    package let id: VerificationID
    /// The last request that began it or joined it; a check by phone number comes through this request.
    package var newestRequest: VerificationID
    package let code: CodeSource
    /// A resend near this moment puts it off.
    package var expiresAt: Timestamp
    /// How far resends may put the end off.
    package let lastEnd: Timestamp
    /// SMS that were sent or are being sent; an SMS that definitely did not leave is taken off again.
    package var sends: Int
    /// Messages ever begun, also messages that did not leave.
    ///
    /// For example after 2 messages the next message has the ordinal 3.
    package var messages: Int
    /// From this moment on another request sends another SMS; nil when it may do so at once.
    ///
    /// It is nil after a send that did not happen.
    package var resendAfter: Timestamp?
    package var wrongCodes: Int

    /// `newestRequest`: nil where no other request than the first is known.
    package init(
        id: VerificationID, newestRequest: VerificationID? = nil, code: CodeSource, expiresAt: Timestamp,
        lastEnd: Timestamp, sends: Int, messages: Int, resendAfter: Timestamp?, wrongCodes: Int
    ) {
        self.id = id
        self.newestRequest = newestRequest ?? id
        self.code = code
        self.expiresAt = expiresAt
        self.lastEnd = lastEnd
        self.sends = sends
        self.messages = messages
        self.resendAfter = resendAfter
        self.wrongCodes = wrongCodes
    }

    /// Whether a new request may lead to a further SMS with the same code, as far as the time decides.
    package func mayBeSentAgain(at now: Timestamp) -> Bool {
        !code.isFixed && expiresAt > now && (resendAfter.map { $0 <= now } ?? true)
    }
}

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
