import NIOCore

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
        try buffer.writeText(serviceType, "service_type", longest: 6)
        try source.write(to: &buffer, "source_addr")
        try destination.write(to: &buffer, "destination_addr")
        buffer.writeMultipleIntegers(esmClass.rawValue, protocolID, priority)
        try buffer.writeTime(scheduleDeliveryTime, "schedule_delivery_time")
        try buffer.writeTime(validityPeriod, "validity_period")
        buffer.writeMultipleIntegers(registeredDelivery, replaceIfPresent, dataCoding, defaultMessageID)
        guard shortMessage.count <= Self.longestShortMessage else {
            throw SMPPError(.fieldTooLong, "short_message")
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
        try buffer.writeText(text, field, longest: 21)
    }
}

extension ByteBuffer {
    /// A time is absent or has exactly 16 characters.
    fileprivate mutating func writeTime(_ text: String, _ field: String) throws(SMPPError) {
        let count = text.unicodeScalars.count
        guard count == 0 || count == 16 else { throw SMPPError(.fieldUnusable, field) }
        try writeText(text, field, longest: 17)
    }
}
