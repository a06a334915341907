extension CommandStatus {
    /// What can be done about a message that was refused with this status.
    package enum Remedy: String, Sendable, Hashable, CaseIterable {
        /// The same message can be accepted later by the same SMSC.
        case later
        /// As `later`, and this link must send more slowly.
        case slower
        /// The link has to be bound anew first.
        case rebind
        /// The SMSC may take it at a second try; a third try is wasted.
        case onceMore
        /// The destination is no number that can be reached.
        case otherNumber
        /// The SMSC does not let this account use the sender.
        case otherSender
        /// The account, a setting or the operator's own rules: only another gateway can help.
        case otherGateway
        /// The request was wrong in itself: nothing but a change of the program helps.
        case nothing
    }

    /// The class of a refused `submit_sm`; meaningless for `ok`.
    ///
    /// An operator's own status and every number that the specification reserves count as `otherGateway`.
    package var remedy: Remedy {
        switch rawValue {
        case 0x08, 0x14, 0x64: .later
        case 0x58: .slower
        case 0x04, 0x05: .rebind
        case 0x45, 0xFE, 0xFF: .onceMore
        case 0x0B, 0x50, 0x51: .otherNumber
        case 0x0A, 0x48, 0x49: .otherSender
        case 0x01...0x03, 0x0C, 0x33, 0x34, 0x40, 0x44, 0x61...0x63, 0x67: .nothing
        default: .otherGateway
        }
    }
}
