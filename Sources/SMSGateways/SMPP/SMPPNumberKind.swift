import SMPP

/// The kind of number that an operator prescribes for a sender or a recipient, whatever the number itself looks like.
package struct SMPPNumberKind: Sendable, Hashable {
    /// `type_of_number`, 0 to 6; nil for what the number looks like.
    package var ton: Int?
    /// `numbering_plan_indicator`, 0, 1, 3, 4, 6, 8, 9, 10, 14 or 18; nil for what the number looks like.
    package var npi: Int?

    package init(ton: Int? = nil, npi: Int? = nil) {
        (self.ton, self.npi) = (ton, npi)
    }

    /// The specification reserves all others.
    private static let plans: Set = [0, 1, 3, 4, 6, 8, 9, 10, 14, 18]

    /// - Throws: which of the two is no value of the specification; `role` begins the settings' names.
    func check(_ role: String) throws(GatewaySettingsError) {
        if let ton, !(0...6).contains(ton) { throw GatewaySettingsError(.malformedTon, setting: "\(role)Ton") }
        if let npi, !Self.plans.contains(npi) { throw GatewaySettingsError(.malformedNpi, setting: "\(role)Npi") }
    }

    /// The same address with the kind that is prescribed.
    func marking(_ address: SMPPAddress) -> SMPPAddress {
        var address = address
        if let ton { address.typeOfNumber = UInt8(clamping: ton) }
        if let npi { address.numberingPlan = UInt8(clamping: npi) }
        return address
    }
}
