extension Session {
    /// A PDU has arrived.
    package mutating func receive(_ frame: PDUFrame, at now: Moment) {
        if case .ended = phase { return }
        lastHeard = now
        do throws(SMPPError) {
            receive(try PDU(frame), at: now)
        } catch {
            receiveUnreadable(frame, because: error, at: now)
        }
        fillWindow(at: now)
        unbindIfIdle(at: now)
    }

    private mutating func receive(_ pdu: PDU, at now: Moment) {
        switch pdu.body {
        case .bindResponse(_, let response):
            bindAnswered(pdu.sequence, with: pdu.status, systemID: response?.systemID ?? "")
        case .submitResponse(let id):
            submitAnswered(
                pdu.sequence, with: pdu.status == .ok ? .accepted(messageID: id ?? "") : .refused(pdu.status))
        case .deliver(let message): receive(message, sequence: pdu.sequence)
        case .enquireLink: send(PDU(sequence: pdu.sequence, .enquireLinkResponse))
        case .enquireLinkResponse: enquiryAnswered(pdu.sequence)
        case .unbind:
            send(PDU(sequence: pdu.sequence, .unbindResponse))
            end(isWanted ? nil : SMPPError(.unboundByPeer, context: "unbind"))
        case .unbindResponse: unbindAnswered(pdu.sequence)
        case .genericNack: nacked(pdu.sequence, with: pdu.status)
        case .deliverResponse: break
        case .bind, .submit: nack(pdu.sequence, with: .invalidCommandID)
        case .other(let command, _):
            if !Self.isUnanswerable(command) { nack(pdu.sequence, with: .invalidCommandID) }
        }
    }

    /// A PDU whose header can be read and whose body cannot: the header decides, where it says enough.
    private mutating func receiveUnreadable(_ frame: PDUFrame, because error: SMPPError, at now: Moment) {
        switch Command(rawValue: frame.command) {
        case .submitResponse:
            submitAnswered(
                frame.sequence, with: frame.status == .ok ? .unknown(.unreadableAnswer) : .refused(frame.status))
        case .bindReceiverResponse, .bindTransmitterResponse, .bindTransceiverResponse:
            bindAnswered(frame.sequence, with: frame.status, systemID: "")
        case .deliver where frame.sequence != 0:
            send(PDU(sequence: frame.sequence, status: error.status, .deliverResponse))
        case .deliverResponse, .unbindResponse, .enquireLinkResponse, .genericNack:
            break
        case .bindReceiver, .bindTransmitter, .bindTransceiver, .submit, .deliver, .unbind, .enquireLink:
            nack(frame.sequence, with: error.status)
        case nil:
            if !Self.isUnanswerable(frame.command) { nack(frame.sequence, with: error.status) }
        }
    }
}

extension Session {
    /// `outbind`, `alert_notification` and every answer: nothing is said to them.
    private static func isUnanswerable(_ command: UInt32) -> Bool {
        command & Command.responseBit != 0 || command == 0x0B || command == 0x102
    }

    /// Whether this side is about to end the session anyway.
    private var isWanted: Bool {
        switch phase {
        case .finishing, .unbinding, .ended: true
        case .new, .binding, .bound: false
        }
    }

    private mutating func nack(_ sequence: UInt32, with status: CommandStatus) {
        send(PDU(sequence: sequence, status: status, .genericNack))
    }

    private mutating func bindAnswered(_ sequence: UInt32, with status: CommandStatus, systemID: String) {
        guard case .binding(sequence, _) = phase else { return }
        guard status == .ok else { return end(SMPPError(.bindRefused(status), context: "bind")) }
        phase = .bound
        tell(.bound(systemID: systemID))
    }

    /// A late answer, whose caller has gone or whose place was given away, is passed over.
    private mutating func submitAnswered(_ sequence: UInt32, with end: SubmitEnd) {
        if let ticket = window.close(sequence) { tell(.ended(ticket: ticket, end)) }
    }

    private mutating func enquiryAnswered(_ sequence: UInt32) {
        if enquiry?.sequence == sequence { enquiry = nil }
    }

    private mutating func unbindAnswered(_ sequence: UInt32) {
        if case .unbinding(sequence, _) = phase { end(nil) }
    }

    /// An SMSC that could not read a PDU of ours has not carried it out.
    ///
    /// With the sequence number 0 it cannot say which PDU, and no open submit can be trusted to get an answer.
    private mutating func nacked(_ sequence: UInt32, with status: CommandStatus) {
        if sequence == 0 { return end(SMPPError(.nacked(status), context: "generic_nack")) }
        submitAnswered(sequence, with: status == .ok ? .unknown(.unreadableAnswer) : .refused(status))
        bindAnswered(sequence, with: status == .ok ? .unknownError : status, systemID: "")
        enquiryAnswered(sequence)
        unbindAnswered(sequence)
    }

    private mutating func receive(_ message: DeliverMessage, sequence: UInt32) {
        switch phase {
        case .bound, .finishing:
            guard unansweredDeliveries < limits.unansweredDeliveries else {
                return send(PDU(sequence: sequence, status: .temporaryReceiverError, .deliverResponse))
            }
            unansweredDeliveries += 1
            tell(.delivered(message, sequence: sequence))
        case .unbinding: send(PDU(sequence: sequence, status: .temporaryReceiverError, .deliverResponse))
        case .new, .binding: send(PDU(sequence: sequence, status: .invalidBindStatus, .deliverResponse))
        case .ended: return
        }
    }
}
