import NIOCore

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
