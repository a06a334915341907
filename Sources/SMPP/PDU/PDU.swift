/// One protocol data unit: a request or an answer.
package struct PDU: Sendable, Hashable {
    /// What a PDU says.
    package enum Body: Sendable, Hashable {
        case bind(BindRequest)
        /// Nil where an SMSC that refuses leaves the body out.
        case bindResponse(BindRole, BindResponse?)
        case submit(SubmitMessage)
        /// The SMSC's own id of the message, opaque; nil where an SMSC that refuses leaves the body out.
        case submitResponse(messageID: String?)
        case deliver(DeliverMessage)
        case deliverResponse
        case unbind
        case unbindResponse
        case enquireLink
        case enquireLinkResponse
        case genericNack
        /// A command unknown here, with its octets.
        case other(command: UInt32, octets: [UInt8])
    }

    /// From 1 to 0x7FFFFFFF in requests of ours; an answer repeats its request's.
    ///
    /// 0 only in a `generic_nack`.
    package var sequence: UInt32
    /// `ok` in requests.
    package var status: CommandStatus
    package var body: Body

    package init(sequence: UInt32, status: CommandStatus = .ok, _ body: Body) {
        self.sequence = sequence
        self.status = status
        self.body = body
    }

    /// The `command_id` of the body.
    package var command: UInt32 {
        switch body {
        case .bind(let request): request.role.request.rawValue
        case .bindResponse(let role, _): role.response.rawValue
        case .submit: Command.submit.rawValue
        case .submitResponse: Command.submitResponse.rawValue
        case .deliver: Command.deliver.rawValue
        case .deliverResponse: Command.deliverResponse.rawValue
        case .unbind: Command.unbind.rawValue
        case .unbindResponse: Command.unbindResponse.rawValue
        case .enquireLink: Command.enquireLink.rawValue
        case .enquireLinkResponse: Command.enquireLinkResponse.rawValue
        case .genericNack: Command.genericNack.rawValue
        case .other(let command, _): command
        }
    }
}
