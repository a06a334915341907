/// What an SMSC says of a request: SMPP 3.4, section 5.1.3.
///
/// Operators define statuses of their own from 0x400 to 0x4FF, so every number is a status.
package struct CommandStatus: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let ok = CommandStatus(rawValue: 0x00)
    package static let invalidMessageLength = CommandStatus(rawValue: 0x01)
    package static let invalidCommandLength = CommandStatus(rawValue: 0x02)
    package static let invalidCommandID = CommandStatus(rawValue: 0x03)
    package static let invalidBindStatus = CommandStatus(rawValue: 0x04)
    package static let alreadyBound = CommandStatus(rawValue: 0x05)
    package static let systemError = CommandStatus(rawValue: 0x08)
    package static let invalidDestinationAddress = CommandStatus(rawValue: 0x0B)
    package static let bindFailed = CommandStatus(rawValue: 0x0D)
    package static let invalidPassword = CommandStatus(rawValue: 0x0E)
    package static let invalidSystemID = CommandStatus(rawValue: 0x0F)
    package static let messageQueueFull = CommandStatus(rawValue: 0x14)
    package static let submitFailed = CommandStatus(rawValue: 0x45)
    package static let throttled = CommandStatus(rawValue: 0x58)
    /// The receiver of a message cannot take it now: deliver it again later.
    package static let temporaryReceiverError = CommandStatus(rawValue: 0x64)
    package static let invalidParameterStream = CommandStatus(rawValue: 0xC0)
    package static let deliveryFailure = CommandStatus(rawValue: 0xFE)
    package static let unknownError = CommandStatus(rawValue: 0xFF)

    /// Whether the operator has to correct the credentials before a bind can succeed.
    package var refusesCredentials: Bool {
        self == .bindFailed || self == .invalidPassword || self == .invalidSystemID
    }
}

extension CommandStatus: CustomStringConvertible {
    /// The name in the specification, for example `RTHROTTLED`; `0x00000410` for an operator's own status.
    package var description: String {
        if let name = Self.names[rawValue] { return name }
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// A stable identifier for metrics and records: `smpp-58`, the status in lower-case hexadecimal.
    package var word: String { "smpp-" + String(rawValue, radix: 16) }

    private static let names: [UInt32: String] = [
        0x00: "ROK", 0x01: "RINVMSGLEN", 0x02: "RINVCMDLEN", 0x03: "RINVCMDID", 0x04: "RINVBNDSTS", 0x05: "RALYBND",
        0x06: "RINVPRTFLG", 0x07: "RINVREGDLVFLG", 0x08: "RSYSERR", 0x0A: "RINVSRCADR", 0x0B: "RINVDSTADR",
        0x0C: "RINVMSGID", 0x0D: "RBINDFAIL", 0x0E: "RINVPASWD", 0x0F: "RINVSYSID", 0x11: "RCANCELFAIL",
        0x13: "RREPLACEFAIL", 0x14: "RMSGQFUL", 0x15: "RINVSERTYP", 0x33: "RINVNUMDESTS", 0x34: "RINVDLNAME",
        0x40: "RINVDESTFLAG", 0x42: "RINVSUBREP", 0x43: "RINVESMCLASS", 0x44: "RCNTSUBDL", 0x45: "RSUBMITFAIL",
        0x48: "RINVSRCTON", 0x49: "RINVSRCNPI", 0x50: "RINVDSTTON", 0x51: "RINVDSTNPI", 0x53: "RINVSYSTYP",
        0x54: "RINVREPFLAG", 0x55: "RINVNUMMSGS", 0x58: "RTHROTTLED", 0x61: "RINVSCHED", 0x62: "RINVEXPIRY",
        0x63: "RINVDFTMSGID", 0x64: "RX_T_APPN", 0x65: "RX_P_APPN", 0x66: "RX_R_APPN", 0x67: "RQUERYFAIL",
        0xC0: "RINVOPTPARSTREAM", 0xC1: "ROPTPARNOTALLWD", 0xC2: "RINVPARLEN", 0xC3: "RMISSINGOPTPARAM",
        0xC4: "RINVOPTPARAMVAL", 0xFE: "RDELIVERYFAILURE", 0xFF: "RUNKNOWNERR",
    ]
}

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
