import NIOCore

extension PDU {
    /// Reads the body of a frame.
    ///
    /// Octets after the last field of an answer are passed over: versions of the protocol differ there.
    ///
    /// - Throws: `sequenceZero`, `truncated`, `fieldTooLong`, `parametersUnreadable`; the stream can be read further.
    package init(_ frame: PDUFrame) throws(SMPPError) {
        let command = Command(rawValue: frame.command)
        guard frame.sequence != 0 || command == .genericNack else {
            throw SMPPError(.sequenceZero, "sequence_number")
        }
        var octets = frame.body
        self.init(
            sequence: frame.sequence, status: frame.status,
            try command.map { command throws(SMPPError) in
                try Body(of: command, from: &octets, mayBeAbsent: frame.status != .ok)
            } ?? .other(command: frame.command, octets: Array(frame.body.readableBytesView)))
    }
}

extension PDU.Body {
    /// Only an answer that refuses may lack its body.
    fileprivate init(
        of command: Command, from octets: inout ByteBuffer, mayBeAbsent: Bool
    ) throws(SMPPError) {
        let isAbsent = mayBeAbsent && octets.readableBytes == 0
        self =
            switch command {
            case .bindReceiver: .bind(try BindRequest(role: .receiver, from: &octets))
            case .bindTransmitter: .bind(try BindRequest(role: .transmitter, from: &octets))
            case .bindTransceiver: .bind(try BindRequest(role: .transceiver, from: &octets))
            case .bindReceiverResponse: .bindResponse(.receiver, isAbsent ? nil : try BindResponse(from: &octets))
            case .bindTransmitterResponse:
                .bindResponse(.transmitter, isAbsent ? nil : try BindResponse(from: &octets))
            case .bindTransceiverResponse:
                .bindResponse(.transceiver, isAbsent ? nil : try BindResponse(from: &octets))
            case .submit: .submit(try SubmitMessage(from: &octets))
            case .submitResponse:
                .submitResponse(
                    messageID: isAbsent
                        ? nil : try octets.readText("message_id", longest: PDU.longestMessageID))
            case .deliver: .deliver(DeliverMessage(try SubmitMessage(from: &octets)))
            case .deliverResponse: .deliverResponse
            case .unbind: .unbind
            case .unbindResponse: .unbindResponse
            case .enquireLink: .enquireLink
            case .enquireLinkResponse: .enquireLinkResponse
            case .genericNack: .genericNack
            }
    }
}
