import NIOCore

/// One protocol data unit: a request or an answer.
package struct PDU: Sendable, Hashable {
    /// What a PDU says.
    package enum Body: Sendable, Hashable {
        case bind(BindRequest)
        /// Nil where an SMSC that refuses leaves the body out.
        case bindResponse(BindRole, BindResponse?)
        case submit(SubmitMessage)
        /// The SMSC's own id of the message, opaque; nil where an SMSC that refuses leaves the body out.
        case submitResponse(messageID: String?)
        case deliver(DeliverMessage)
        case deliverResponse
        case unbind
        case unbindResponse
        case enquireLink
        case enquireLinkResponse
        case genericNack
        /// A command unknown here, with its octets.
        case other(command: UInt32, octets: [UInt8])
    }

    /// From 1 to 0x7FFFFFFF in requests of ours; an answer repeats its request's.
    ///
    /// 0 only in a `generic_nack`.
    package var sequence: UInt32
    /// `ok` in requests.
    package var status: CommandStatus
    package var body: Body

    package init(sequence: UInt32, status: CommandStatus = .ok, _ body: Body) {
        self.sequence = sequence
        self.status = status
        self.body = body
    }

    /// The `command_id` of the body.
    package var command: UInt32 {
        switch body {
        case .bind(let request): request.role.request.rawValue
        case .bindResponse(let role, _): role.response.rawValue
        case .submit: Command.submit.rawValue
        case .submitResponse: Command.submitResponse.rawValue
        case .deliver: Command.deliver.rawValue
        case .deliverResponse: Command.deliverResponse.rawValue
        case .unbind: Command.unbind.rawValue
        case .unbindResponse: Command.unbindResponse.rawValue
        case .enquireLink: Command.enquireLink.rawValue
        case .enquireLinkResponse: Command.enquireLinkResponse.rawValue
        case .genericNack: Command.genericNack.rawValue
        case .other(let command, _): command
        }
    }
}

extension PDU {
    /// Appends the PDU's octets.
    ///
    /// - Throws: what cannot be written: `fieldTooLong`, `fieldUnusable`, `sequenceZero`, `truncated` for a good answer
    ///   without its body. The buffer is then as it was.
    package func write(to buffer: inout ByteBuffer) throws(SMPPError) {
        guard sequence != 0 || body == .genericNack else { throw SMPPError(.sequenceZero, context: "sequence_number") }
        let start = buffer.writerIndex
        buffer.writeMultipleIntegers(0 as UInt32, command, status.rawValue, sequence)
        do throws(SMPPError) {
            try writeBody(to: &buffer)
            let length = buffer.writerIndex - start
            guard length <= PDUFrame.longest else { throw SMPPError(.lengthOutOfRange, context: "command_length") }
            buffer.setInteger(UInt32(length), at: start)
        } catch {
            buffer.moveWriterIndex(to: start)
            throw error
        }
    }

    private func writeBody(to buffer: inout ByteBuffer) throws(SMPPError) {
        switch body {
        case .bind(let request): try request.write(to: &buffer)
        case .bindResponse(_, let response?): try response.write(to: &buffer)
        case .submit(let message): try message.write(to: &buffer)
        case .submitResponse(let id?): try buffer.writeText(id, as: "message_id", longest: Self.longestMessageID)
        case .deliver(let message): try message.wire.write(to: &buffer)
        // The empty message_id that the specification asks for.
        case .deliverResponse: buffer.writeInteger(0, as: UInt8.self)
        case .bindResponse(_, nil), .submitResponse(nil):
            guard status != .ok else { throw SMPPError(.truncated, context: "body") }
        case .unbind, .unbindResponse, .enquireLink, .enquireLinkResponse, .genericNack: break
        case .other(_, let octets): buffer.writeBytes(octets)
        }
    }

    /// Octets with the NUL.
    static let longestMessageID = 65
}

/// Who has accepted a bind.
package struct BindResponse: Sendable, Hashable {
    /// The SMSC's name, at most 15 octets.
    package var systemID: String
    /// For example `sc_interface_version`; SMPP 3.3 has no parameters.
    package var parameters: [Parameter]

    package init(systemID: String, parameters: [Parameter] = []) {
        self.systemID = systemID
        self.parameters = parameters
    }
}

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

extension PDU {
    /// Reads the body of a frame.
    ///
    /// Octets after the last field of an answer are passed over: versions of the protocol differ there.
    ///
    /// - Throws: `sequenceZero`, `truncated`, `fieldTooLong`, `parametersUnreadable`; the stream can be read further.
    package init(_ frame: PDUFrame) throws(SMPPError) {
        let command = Command(rawValue: frame.command)
        guard frame.sequence != 0 || command == .genericNack else {
            throw SMPPError(.sequenceZero, context: "sequence_number")
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
