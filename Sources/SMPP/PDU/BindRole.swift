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
