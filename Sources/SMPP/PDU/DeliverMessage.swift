import Connections

/// A message from the SMSC: a receipt, or a text from a phone.
///
/// The text is never printed, and neither are the addresses.
package struct DeliverMessage: Sendable, Hashable {
    /// At most 5 octets.
    package var serviceType = ""
    /// In a receipt, the recipient of the message that the receipt is about.
    package var source: SMPPAddress
    package var destination: SMPPAddress
    package var esmClass: ESMClass
    package var protocolID: UInt8 = 0
    package var priority: UInt8 = 0
    package var registeredDelivery: UInt8 = 0
    package var dataCoding: UInt8
    package var shortMessage: [UInt8]
    package var parameters: [Parameter] = []

    package init(
        source: SMPPAddress, destination: SMPPAddress, esmClass: ESMClass, dataCoding: UInt8, shortMessage: [UInt8]
    ) {
        self.source = source
        self.destination = destination
        self.esmClass = esmClass
        self.dataCoding = dataCoding
        self.shortMessage = shortMessage
    }

    /// The text's octets, wherever the SMSC has put them.
    package var octets: [UInt8] {
        shortMessage.isEmpty ? parameters.value(of: .messagePayload) ?? [] : shortMessage
    }
}

extension DeliverMessage: Concealed {
    package var description: String { "deliver_sm of \(octets.count) octets" }
}

extension DeliverMessage {
    /// `deliver_sm` has the body of a `submit_sm`; four of its fields mean nothing there and are dropped.
    init(_ wire: SubmitMessage) {
        self.init(
            source: wire.source, destination: wire.destination, esmClass: wire.esmClass,
            dataCoding: wire.dataCoding, shortMessage: wire.shortMessage)
        serviceType = wire.serviceType
        protocolID = wire.protocolID
        priority = wire.priority
        registeredDelivery = wire.registeredDelivery
        parameters = wire.parameters
    }

    /// The same with the meaningless fields empty, as the specification asks.
    var wire: SubmitMessage {
        var wire = SubmitMessage(
            source: source, destination: destination, dataCoding: dataCoding, shortMessage: shortMessage)
        wire.serviceType = serviceType
        wire.esmClass = esmClass
        wire.protocolID = protocolID
        wire.priority = priority
        wire.registeredDelivery = registeredDelivery
        wire.parameters = parameters
        return wire
    }
}
