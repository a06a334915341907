import NIOCore

@testable import SMPP

/// The reference's worked PDUs, and a way to write octets down.
enum PDUSamples {
    static let bind = (
        octets: octets(
            "00000023 00000009 00000000 00000001 76657269667900 73336372657400 00 34 00 00 00"),
        pdu: PDU(sequence: 1, .bind(BindRequest(systemID: "verify", password: "s3cret")))
    )

    static let submit = (
        octets: octets(
            """
            00000045 00000004 00000000 00000002 00 05 00 41636d6500 01 01 3439313531313233343030303000
            00 00 00 00 00 01 00 00 00 13 596f757220636f646520697320313233343536
            """),
        pdu: PDU(sequence: 2, .submit(message))
    )

    /// Asks for a receipt.
    static var message: SubmitMessage {
        var message = SubmitMessage(
            source: .alphanumeric("Acme"), destination: .international("4915112340000"), dataCoding: 0,
            shortMessage: Array("Your code is 123456".utf8))
        message.registeredDelivery = 1
        return message
    }

    /// A receipt in the usual words.
    static func receipt(_ text: String, parameters: [Parameter] = []) -> DeliverMessage {
        var message = DeliverMessage(
            source: .international("4915112340000"), destination: .alphanumeric("Acme"), esmClass: .receipt,
            dataCoding: 0, shortMessage: Array(text.utf8))
        message.parameters = parameters
        return message
    }

    static func octets(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension PDU {
    /// The PDU's octets, if it can be written.
    func octets() throws -> [UInt8] {
        var buffer = ByteBuffer()
        try write(to: &buffer)
        return Array(buffer.readableBytesView)
    }

    /// Reads the only PDU among `octets`; nil when octets are missing or left.
    static func read(_ octets: [UInt8]) throws -> PDU? {
        var buffer = ByteBuffer(bytes: octets)
        guard let frame = try PDUFrame(takingFrom: &buffer), buffer.readableBytes == 0 else { return nil }
        return try PDU(frame)
    }
}
