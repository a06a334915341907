/// The commands that this side can read and write; the bit 0x80000000 marks an answer.
package enum Command: UInt32, Sendable, CaseIterable {
    case bindReceiver = 0x0000_0001
    case bindTransmitter = 0x0000_0002
    case submit = 0x0000_0004
    case deliver = 0x0000_0005
    case unbind = 0x0000_0006
    case bindTransceiver = 0x0000_0009
    case enquireLink = 0x0000_0015
    case genericNack = 0x8000_0000
    case bindReceiverResponse = 0x8000_0001
    case bindTransmitterResponse = 0x8000_0002
    case submitResponse = 0x8000_0004
    case deliverResponse = 0x8000_0005
    case unbindResponse = 0x8000_0006
    case bindTransceiverResponse = 0x8000_0009
    case enquireLinkResponse = 0x8000_0015

    /// Marks answers, also of commands that are unknown here.
    package static let responseBit: UInt32 = 0x8000_0000
}
