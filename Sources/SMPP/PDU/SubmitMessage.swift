import ConnectionSupport

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
