import NIOCore

extension PDU {
    /// Appends the PDU's octets.
    ///
    /// - Throws: what cannot be written: `fieldTooLong`, `fieldUnusable`, `sequenceZero`, `truncated` for a good answer
    ///   without its body. The buffer is then as it was.
    package func write(to buffer: inout ByteBuffer) throws(SMPPError) {
        guard sequence != 0 || body == .genericNack else { throw SMPPError(.sequenceZero, "sequence_number") }
        let start = buffer.writerIndex
        buffer.writeMultipleIntegers(0 as UInt32, command, status.rawValue, sequence)
        do throws(SMPPError) {
            try writeBody(to: &buffer)
            let length = buffer.writerIndex - start
            guard length <= PDUFrame.longest else { throw SMPPError(.lengthOutOfRange, "command_length") }
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
        case .submitResponse(let id?): try buffer.writeText(id, "message_id", longest: Self.longestMessageID)
        case .deliver(let message): try message.wire.write(to: &buffer)
        // The empty message_id that the specification asks for.
        case .deliverResponse: buffer.writeInteger(0, as: UInt8.self)
        case .bindResponse(_, nil), .submitResponse(nil):
            guard status != .ok else { throw SMPPError(.truncated, "body") }
        case .unbind, .unbindResponse, .enquireLink, .enquireLinkResponse, .genericNack: break
        case .other(_, let octets): buffer.writeBytes(octets)
        }
    }

    /// Octets with the NUL.
    static let longestMessageID = 65
}
