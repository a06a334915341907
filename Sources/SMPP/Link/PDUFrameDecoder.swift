import NIOCore

/// Cuts the stream of a connection into PDUs.
struct PDUFrameDecoder: NIOSingleStepByteToMessageDecoder {
    typealias InboundOut = PDUFrame

    mutating func decode(buffer: inout ByteBuffer) throws -> PDUFrame? {
        try PDUFrame(takingFrom: &buffer)
    }

    /// The end of a stream changes nothing: half a PDU is dropped.
    mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> PDUFrame? {
        try decode(buffer: &buffer)
    }
}
