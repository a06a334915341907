/// A sender or a recipient with the kind of its number.
package struct SMPPAddress: Sendable, Hashable {
    /// `type_of_number`: 0 unknown, 1 international, 3 short code of the network, 5 alphanumeric.
    package var typeOfNumber: UInt8
    /// `numbering_plan_indicator`: 0 unknown, 1 E.164.
    package var numberingPlan: UInt8
    /// At most 20 octets: digits without a plus, or letters.
    package var text: String

    package init(typeOfNumber: UInt8, numberingPlan: UInt8, _ text: String) {
        self.typeOfNumber = typeOfNumber
        self.numberingPlan = numberingPlan
        self.text = text
    }

    /// No address: the SMSC puts in the account's own sender.
    package static let none = SMPPAddress(typeOfNumber: 0, numberingPlan: 0, "")

    /// `digits`: country code and number, without plus or zeros before it.
    package static func international(_ digits: String) -> SMPPAddress {
        SMPPAddress(typeOfNumber: 1, numberingPlan: 1, digits)
    }

    /// `name`: at most 11 characters on most networks.
    package static func alphanumeric(_ name: String) -> SMPPAddress {
        SMPPAddress(typeOfNumber: 5, numberingPlan: 0, name)
    }

    /// `digits`: a short code that only the operator's own network knows.
    package static func shortCode(_ digits: String) -> SMPPAddress {
        SMPPAddress(typeOfNumber: 3, numberingPlan: 0, digits)
    }
}
