@testable import SMPP

/// PDUs of every kind, the same again for the same seed.
struct RandomPDUs: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func pdu() -> PDU {
        let isRefusal = Bool.random(using: &self)
        let status = isRefusal ? CommandStatus(rawValue: .random(in: 1...0x4FF, using: &self)) : .ok
        let body = body(isRefusal: isRefusal)
        let least: UInt32 = body == .genericNack ? 0 : 1
        return PDU(sequence: .random(in: least...0x7FFF_FFFF, using: &self), status: status, body)
    }

    private mutating func body(isRefusal: Bool) -> PDU.Body {
        switch Int.random(in: 0...11, using: &self) {
        case 0: .bind(bind())
        case 1: .bindResponse(role(), isRefusal ? nil : BindResponse(systemID: text(15), parameters: parameters()))
        case 2: .submit(submit())
        case 3: .submitResponse(messageID: isRefusal ? nil : text(64))
        case 4: .deliver(DeliverMessage(submit()))
        case 5: .deliverResponse
        case 6: .unbind
        case 7: .unbindResponse
        case 8: .enquireLink
        case 9: .enquireLinkResponse
        case 10: .genericNack
        default: .other(command: .random(in: 0x100...0x200, using: &self), octets: octets(40))
        }
    }

    private mutating func role() -> BindRole {
        BindRole.allCases[Int.random(in: 0..<BindRole.allCases.count, using: &self)]
    }

    private mutating func bind() -> BindRequest {
        var request = BindRequest(systemID: text(15), password: text(8), systemType: text(12), role: role())
        request.interfaceVersion = octet()
        request.typeOfNumber = octet()
        request.numberingPlan = octet()
        request.addressRange = text(40)
        return request
    }

    private mutating func submit() -> SubmitMessage {
        var message = SubmitMessage(
            source: address(), destination: address(), dataCoding: octet(), shortMessage: octets(254))
        message.serviceType = text(5)
        message.esmClass = ESMClass(rawValue: octet())
        message.protocolID = octet()
        message.priority = octet()
        message.scheduleDeliveryTime = Bool.random(using: &self) ? "" : "261231235959000R"
        message.validityPeriod = Bool.random(using: &self) ? "" : "000000000500000R"
        message.registeredDelivery = octet()
        message.replaceIfPresent = octet()
        message.defaultMessageID = octet()
        message.parameters = parameters()
        return message
    }

    private mutating func address() -> SMPPAddress {
        SMPPAddress(typeOfNumber: octet(), numberingPlan: octet(), text(20))
    }

    private mutating func parameters() -> [Parameter] {
        (0..<Int.random(in: 0...4, using: &self)).map { _ in
            Parameter(Parameter.Tag(rawValue: .random(in: 0...(.max), using: &self)), value: octets(300))
        }
    }

    private mutating func octet() -> UInt8 { .random(in: 0...255, using: &self) }

    mutating func octets(_ most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in octet() }
    }

    /// Latin-1 without NUL.
    private mutating func text(_ most: Int) -> String {
        String(latin1: (0..<Int.random(in: 0...most, using: &self)).map { _ in .random(in: 1...255, using: &self) })
    }
}
