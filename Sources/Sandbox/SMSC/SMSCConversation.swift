import SMPP

/// One connection's conversation with a sender, seen from the SMSC.
///
/// It does no I/O and reads no clock: its owner gives it what has come, and carries out its steps.
struct SMSCConversation {
    /// What the owner has to do.
    enum Step: Sendable, Hashable {
        case write(PDU)
        /// Take the message, then call `answered` with the sequence number; once for each.
        case take(SubmitMessage, sequence: UInt32)
        /// The sender has signed in.
        case bound(BindRole)
        /// What the sender says to a `deliver_sm` of ours.
        case delivered(sequence: UInt32, isTaken: Bool)
        /// Write what there is to write, then close.
        case close
    }

    private enum Phase: Equatable {
        case new
        case bound(BindRole)
        /// No new submits; after the open answers comes the `unbind`.
        case finishing
        case unbinding
        case ended
    }

    /// How many submits of a connection may wait for their answers; further submits are throttled.
    static let mostOpen = 1_000

    private let accounts: SandboxAccounts
    private var phase = Phase.new
    private var open = 0
    private var lastSequence: UInt32 = 0

    init(accounts: SandboxAccounts) {
        self.accounts = accounts
    }

    var isBound: Bool {
        switch phase {
        case .bound: true
        case .new, .finishing, .unbinding, .ended: false
        }
    }

    /// A number for a request of the SMSC's own.
    mutating func nextSequence() -> UInt32 {
        lastSequence = lastSequence >= 0x7FFF_FFFF ? 1 : lastSequence + 1
        return lastSequence
    }

    /// A PDU has come.
    mutating func receive(_ frame: PDUFrame) -> [Step] {
        if phase == .ended { return [] }
        do throws(SMPPError) {
            return receive(try PDU(frame))
        } catch {
            return unreadable(frame, because: error)
        }
    }

    /// The message with this number has its verdict; nil when its answer gets lost.
    mutating func answered(_ sequence: UInt32, with status: CommandStatus?, id: String?) -> [Step] {
        open -= 1
        if phase == .ended { return [] }
        let answer = status.map { Step.write(PDU(sequence: sequence, status: $0, .submitResponse(messageID: id))) }
        return [answer].compactMap(\.self) + unbindIfIdle()
    }

    /// The SMSC ends: it takes no further message, answers those that it has, and says goodbye.
    mutating func finish() -> [Step] {
        switch phase {
        case .new:
            phase = .ended
            return [.close]
        case .bound:
            phase = .finishing
            return unbindIfIdle()
        case .finishing, .unbinding, .ended: return []
        }
    }
}

extension SMSCConversation {
    private mutating func receive(_ pdu: PDU) -> [Step] {
        switch pdu.body {
        case .bind(let request): return bind(request, sequence: pdu.sequence)
        case .submit(let message): return submit(message, sequence: pdu.sequence)
        case .enquireLink: return [.write(PDU(sequence: pdu.sequence, .enquireLinkResponse))]
        case .unbind:
            phase = .ended
            return [.write(PDU(sequence: pdu.sequence, .unbindResponse)), .close]
        case .unbindResponse:
            guard phase == .unbinding else { return [] }
            phase = .ended
            return [.close]
        case .deliverResponse: return [.delivered(sequence: pdu.sequence, isTaken: pdu.status == .ok)]
        case .genericNack: return [.delivered(sequence: pdu.sequence, isTaken: false)]
        case .bindResponse, .submitResponse, .enquireLinkResponse: return []
        case .deliver: return nack(pdu.sequence, with: .invalidCommandID)
        case .other(let command, _):
            return command & Command.responseBit == 0 ? nack(pdu.sequence, with: .invalidCommandID) : []
        }
    }

    /// The stream can be read further: only this PDU is bad.
    private mutating func unreadable(_ frame: PDUFrame, because error: SMPPError) -> [Step] {
        if frame.isAnswer { return [] }
        if frame.command == Command.submit.rawValue, frame.sequence != 0 {
            return [.write(PDU(sequence: frame.sequence, status: error.status, .submitResponse(messageID: nil)))]
        }
        return nack(frame.sequence, with: error.status)
    }

    /// The answer to a sender that signs in wrongly says why, and the sender has to connect anew.
    private mutating func bind(_ request: BindRequest, sequence: UInt32) -> [Step] {
        func answer(_ status: CommandStatus) -> Step {
            .write(PDU(sequence: sequence, status: status, .bindResponse(request.role, nil)))
        }
        guard phase == .new else { return [answer(phase == .finishing ? .bindFailed : .alreadyBound)] }
        guard accounts.accepts(request.systemID, secret: request.password, as: accounts.account) else {
            phase = .ended
            return [answer(request.systemID == accounts.account ? .invalidPassword : .invalidSystemID), .close]
        }
        phase = .bound(request.role)
        let response = BindResponse(systemID: "sandbox", parameters: [Parameter(.interfaceVersion, value: [0x34])])
        return [.write(PDU(sequence: sequence, .bindResponse(request.role, response))), .bound(request.role)]
    }

    private mutating func submit(_ message: SubmitMessage, sequence: UInt32) -> [Step] {
        let status: CommandStatus
        switch phase {
        case .bound(.transmitter) where open < Self.mostOpen, .bound(.transceiver) where open < Self.mostOpen:
            open += 1
            return [.take(message, sequence: sequence)]
        case .bound(.transmitter), .bound(.transceiver): status = .throttled
        case .finishing, .unbinding: status = .systemError
        case .new, .bound(.receiver), .ended: status = .invalidBindStatus
        }
        return [.write(PDU(sequence: sequence, status: status, .submitResponse(messageID: nil)))]
    }

    private mutating func unbindIfIdle() -> [Step] {
        guard phase == .finishing, open == 0 else { return [] }
        phase = .unbinding
        return [.write(PDU(sequence: nextSequence(), .unbind))]
    }

    private func nack(_ sequence: UInt32, with status: CommandStatus) -> [Step] {
        [.write(PDU(sequence: sequence, status: status, .genericNack))]
    }
}
