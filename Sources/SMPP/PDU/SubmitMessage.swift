import Connections
import NIOCore

/// A message on its way to the SMSC, field by field as `submit_sm` has them.
///
/// The text is never printed, and neither are the addresses.
package struct SubmitMessage: Sendable, Hashable {
    /// At most 5 octets; empty for the SMSC's default.
    package var serviceType = ""
    package var source: SMPPAddress
    package var destination: SMPPAddress
    package var esmClass = ESMClass.plain
    package var protocolID: UInt8 = 0
    /// 0 to 3.
    package var priority: UInt8 = 0
    /// Empty for at once, or 16 octets.
    package var scheduleDeliveryTime = ""
    /// Empty for the SMSC's default, or 16 octets: `000000000500000R` is five minutes.
    package var validityPeriod = ""
    /// Bits 0 and 1: 0 no receipt, 1 always, 2 on failure; 0x10 intermediate notifications as well.
    package var registeredDelivery: UInt8 = 0
    package var replaceIfPresent: UInt8 = 0
    /// 0 the SMSC's alphabet, 1 ASCII, 3 Latin-1, 4 octets, 8 UTF-16BE.
    package var dataCoding: UInt8
    package var defaultMessageID: UInt8 = 0
    /// At most 254 octets, in the alphabet of `dataCoding`; a longer text goes into `message_payload`.
    package var shortMessage: [UInt8]
    package var parameters: [Parameter] = []

    package init(source: SMPPAddress, destination: SMPPAddress, dataCoding: UInt8, shortMessage: [UInt8]) {
        self.source = source
        self.destination = destination
        self.dataCoding = dataCoding
        self.shortMessage = shortMessage
    }
}

extension SubmitMessage: Concealed {
    package var description: String { "submit_sm of \(shortMessage.count) octets" }
}

/// How a message is to be handled, and what kind of message a `deliver_sm` is.
package struct ESMClass: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The SMSC's default mode, nothing special.
    package static let plain = ESMClass(rawValue: 0x00)
    /// The final report on a message's delivery.
    package static let receipt = ESMClass(rawValue: 0x04)
    /// A report on a delivery that is still under way.
    package static let notification = ESMClass(rawValue: 0x20)
    /// The text begins with a user data header.
    package static let userDataHeader = ESMClass(rawValue: 0x40)

    /// Whether the type bits say receipt or intermediate notification; the other bits do not matter.
    package var isReceipt: Bool {
        let type = rawValue & 0x3C
        return type == Self.receipt.rawValue || type == Self.notification.rawValue
    }
}

extension SubmitMessage {
    /// The longest `short_message`; the length octet could say 255, the specification stops before.
    package static let longestShortMessage = 254

    /// Reads the body of a `submit_sm` or `deliver_sm`.
    init(from buffer: inout ByteBuffer) throws(SMPPError) {
        let serviceType = try buffer.readText("service_type", longest: 6)
        let source = try SMPPAddress(from: &buffer, "source_addr")
        let destination = try SMPPAddress(from: &buffer, "destination_addr")
        self.init(source: source, destination: destination, dataCoding: 0, shortMessage: [])
        self.serviceType = serviceType
        esmClass = ESMClass(rawValue: try buffer.readOctet("esm_class"))
        protocolID = try buffer.readOctet("protocol_id")
        priority = try buffer.readOctet("priority_flag")
        scheduleDeliveryTime = try buffer.readText("schedule_delivery_time", longest: 17)
        validityPeriod = try buffer.readText("validity_period", longest: 17)
        registeredDelivery = try buffer.readOctet("registered_delivery")
        replaceIfPresent = try buffer.readOctet("replace_if_present_flag")
        dataCoding = try buffer.readOctet("data_coding")
        defaultMessageID = try buffer.readOctet("sm_default_msg_id")
        let length = Int(try buffer.readOctet("sm_length"))
        shortMessage = try buffer.readOctets("short_message", count: length)
        parameters = try buffer.readParameters()
    }

    func write(to buffer: inout ByteBuffer) throws(SMPPError) {
        try buffer.writeText(serviceType, as: "service_type", longest: 6)
        try source.write(to: &buffer, "source_addr")
        try destination.write(to: &buffer, "destination_addr")
        buffer.writeMultipleIntegers(esmClass.rawValue, protocolID, priority)
        try buffer.writeTime(scheduleDeliveryTime, as: "schedule_delivery_time")
        try buffer.writeTime(validityPeriod, as: "validity_period")
        buffer.writeMultipleIntegers(registeredDelivery, replaceIfPresent, dataCoding, defaultMessageID)
        guard shortMessage.count <= Self.longestShortMessage else {
            throw SMPPError(.fieldTooLong, context: "short_message")
        }
        buffer.writeInteger(UInt8(truncatingIfNeeded: shortMessage.count))
        buffer.writeBytes(shortMessage)
        try buffer.writeParameters(parameters)
    }
}

extension SMPPAddress {
    fileprivate init(from buffer: inout ByteBuffer, _ field: String) throws(SMPPError) {
        typeOfNumber = try buffer.readOctet(field)
        numberingPlan = try buffer.readOctet(field)
        text = try buffer.readText(field, longest: 21)
    }

    fileprivate func write(to buffer: inout ByteBuffer, _ field: String) throws(SMPPError) {
        buffer.writeMultipleIntegers(typeOfNumber, numberingPlan)
        try buffer.writeText(text, as: field, longest: 21)
    }
}

extension ByteBuffer {
    /// A time is absent or has exactly 16 characters.
    fileprivate mutating func writeTime(_ text: String, as field: String) throws(SMPPError) {
        let count = text.unicodeScalars.count
        guard count == 0 || count == 16 else { throw SMPPError(.fieldUnusable, context: field) }
        try writeText(text, as: field, longest: 17)
    }
}
