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
