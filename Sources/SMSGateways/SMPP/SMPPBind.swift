import SMPP

/// Over which connections a gateway sends, and hears of receipts.
package enum SMPPBind: String, Sendable, CaseIterable {
    /// One connection for both ways, as most SMSCs have it.
    case transceiver
    /// One connection each way: a transmitter and a receiver.
    case separate
    /// One connection to send over; receipts are not heard.
    case transmitter

    var roles: [BindRole] {
        switch self {
        case .transceiver: [.transceiver]
        case .separate: [.transmitter, .receiver]
        case .transmitter: [.transmitter]
        }
    }

    /// Whether receipts can come.
    package var hearsReceipts: Bool { self != .transmitter }
}
