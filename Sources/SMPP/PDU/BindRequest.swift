import ConnectionSupport

/// Who wants to be bound; the password is never printed.
package struct BindRequest: Sendable, Hashable {
    /// How long a password may be by the specification, and how long here.
    package static let (specifiedPassword, longestPassword) = (8, 64)

    package var role: BindRole
    /// At most 15 octets.
    package var systemID: String
    /// At most 8 octets by the specification, and at most 64 here, because many SMSCs give longer ones.
    package var password: String
    /// At most 12 octets; most SMSCs want it empty.
    package var systemType: String
    /// 0x34 for SMPP 3.4.
    package var interfaceVersion: UInt8 = 0x34
    /// Kind and plan of the addresses in `addressRange`.
    package var typeOfNumber: UInt8 = 0
    package var numberingPlan: UInt8 = 0
    /// Which destinations a receiver serves, at most 40 octets; most SMSCs know it themselves.
    package var addressRange: String = ""

    package init(systemID: String, password: String, systemType: String = "", role: BindRole = .transceiver) {
        self.role = role
        self.systemID = systemID
        self.password = password
        self.systemType = systemType
    }
}

extension BindRequest: Concealed {
    package var description: String { "bind as \(role)" }
}
