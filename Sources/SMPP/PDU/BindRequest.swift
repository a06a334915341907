import Connections
import NIOCore

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

extension BindRequest {
    init(role: BindRole, from buffer: inout ByteBuffer) throws(SMPPError) {
        let systemID = try buffer.readText("system_id", longest: 16)
        let password = try buffer.readText("password", longest: Self.longestPassword + 1)
        let systemType = try buffer.readText("system_type", longest: 13)
        self.init(systemID: systemID, password: password, systemType: systemType, role: role)
        interfaceVersion = try buffer.readOctet("interface_version")
        typeOfNumber = try buffer.readOctet("addr_ton")
        numberingPlan = try buffer.readOctet("addr_npi")
        addressRange = try buffer.readText("address_range", longest: 41)
    }

    func write(to buffer: inout ByteBuffer) throws(SMPPError) {
        try buffer.writeText(systemID, as: "system_id", longest: 16)
        try buffer.writeText(password, as: "password", longest: Self.longestPassword + 1)
        try buffer.writeText(systemType, as: "system_type", longest: 13)
        buffer.writeMultipleIntegers(interfaceVersion, typeOfNumber, numberingPlan)
        try buffer.writeText(addressRange, as: "address_range", longest: 41)
    }
}

extension BindResponse {
    init(from buffer: inout ByteBuffer) throws(SMPPError) {
        systemID = try buffer.readText("system_id", longest: 16)
        parameters = try buffer.readParameters()
    }

    func write(to buffer: inout ByteBuffer) throws(SMPPError) {
        try buffer.writeText(systemID, as: "system_id", longest: 16)
        try buffer.writeParameters(parameters)
    }
}

/// What a bound session may do.
package enum BindRole: Sendable, Hashable, CaseIterable {
    /// Takes messages and receipts.
    case receiver
    /// Sends messages.
    case transmitter
    /// Does both; SMPP 3.3 does not know it.
    case transceiver

    var request: Command {
        switch self {
        case .receiver: .bindReceiver
        case .transmitter: .bindTransmitter
        case .transceiver: .bindTransceiver
        }
    }

    var response: Command {
        switch self {
        case .receiver: .bindReceiverResponse
        case .transmitter: .bindTransmitterResponse
        case .transceiver: .bindTransceiverResponse
        }
    }
}
