/// What went wrong with bytes of the protocol, or with a connection to an SMSC.
///
/// It is safe to print: it names the kind and the field, never what the field held.
package struct SMPPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: Sendable, Hashable {
        /// A `command_length` that no PDU has; where the next PDU begins is unknown.
        case lengthOutOfRange
        /// The sequence number is 0, which belongs to no request and no answer.
        case sequenceZero
        /// The body ends inside a field, or a text has no end.
        case truncated
        /// A text with its NUL is longer than its field may be.
        case fieldTooLong
        /// A text holds a character that the field cannot carry, or a number is out of its range.
        case fieldUnusable
        /// The optional parameters do not fill the rest of the PDU.
        case parametersUnreadable

        /// No TCP connection came about.
        case connectionFailed
        /// TLS could not be agreed on, or the SMSC's certificate is not trusted.
        case tlsFailed
        case bindTimedOut
        /// The SMSC refused the bind with this status.
        case bindRefused(CommandStatus)
        /// The SMSC did not answer an `enquire_link` in time.
        case silent
        /// The SMSC sent an `unbind`.
        case unboundByPeer
        /// The SMSC sent a `generic_nack` that names no request.
        case nacked(CommandStatus)
        case connectionLost
        case invalidConfiguration
    }

    package let code: Code
    /// The field or the step; no content of either.
    package let context: String

    package init(_ code: Code, context: String) {
        self.code = code
        self.context = context
    }

    /// Whether the same can succeed later without a change of settings or program.
    package var isRetriable: Bool {
        switch code {
        case .connectionFailed, .bindTimedOut, .silent, .unboundByPeer, .nacked, .connectionLost, .lengthOutOfRange,
            .sequenceZero, .truncated, .parametersUnreadable:
            true
        case .bindRefused(let status): !status.refusesCredentials
        case .fieldTooLong, .fieldUnusable, .tlsFailed, .invalidConfiguration: false
        }
    }

    /// What a `generic_nack` or an answer says to a peer whose PDU has this fault.
    package var status: CommandStatus {
        switch code {
        case .lengthOutOfRange: .invalidCommandLength
        case .truncated, .fieldTooLong: .invalidMessageLength
        case .parametersUnreadable: .invalidParameterStream
        case .sequenceZero, .fieldUnusable, .connectionFailed, .tlsFailed, .bindTimedOut, .bindRefused, .silent,
            .unboundByPeer, .nacked, .connectionLost, .invalidConfiguration:
            .unknownError
        }
    }

    package var description: String {
        switch code {
        case .bindRefused(let status): "bind refused with \(status): \(context)"
        case .nacked(let status): "refused as unreadable with \(status): \(context)"
        case .lengthOutOfRange, .sequenceZero, .truncated, .fieldTooLong, .fieldUnusable, .parametersUnreadable,
            .connectionFailed, .tlsFailed, .bindTimedOut, .silent, .unboundByPeer, .connectionLost,
            .invalidConfiguration:
            "\(code): \(context)"
        }
    }
}
