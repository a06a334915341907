import NIOCore

/// A PDU whose header has been read, and whose body has not.
package struct PDUFrame: Sendable, Hashable {
    package static let headerLength = 16
    /// No PDU is longer, body and parameters included.
    package static let longest = 65_536

    package let command: UInt32
    package let status: CommandStatus
    package let sequence: UInt32
    /// What follows the header.
    package let body: ByteBuffer

    /// Takes the first PDU out of what has arrived.
    ///
    /// - Returns: nil while it is not there in full; the buffer is then as it was.
    /// - Throws: `lengthOutOfRange`, as soon as its length has arrived; the stream cannot be read any further.
    package init?(takingFrom buffer: inout ByteBuffer) throws(SMPPError) {
        guard let length = buffer.getInteger(at: buffer.readerIndex, as: UInt32.self) else { return nil }
        guard length >= Self.headerLength, length <= Self.longest else {
            throw SMPPError(.lengthOutOfRange, context: "command_length")
        }
        guard buffer.readableBytes >= Int(length),
            let header = buffer.readMultipleIntegers(as: (UInt32, UInt32, UInt32, UInt32).self),
            let body = buffer.readSlice(length: Int(length) - Self.headerLength)
        else { return nil }
        command = header.1
        status = CommandStatus(rawValue: header.2)
        sequence = header.3
        self.body = body
    }

    /// Whether it answers a request, also a request unknown here.
    package var isAnswer: Bool { command & Command.responseBit != 0 }
}

/// Cuts the stream of a connection into PDUs.
package struct PDUFrameDecoder: NIOSingleStepByteToMessageDecoder {
    package typealias InboundOut = PDUFrame

    package init() {}

    /// Takes a PDU; nil while it is not there in full.
    package mutating func decode(buffer: inout ByteBuffer) throws -> PDUFrame? {
        try PDUFrame(takingFrom: &buffer)
    }

    /// The end of a stream changes nothing: half a PDU is dropped.
    package mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> PDUFrame? {
        try decode(buffer: &buffer)
    }
}
