import StrictJSON
import VerificationCore

/// An SMS that the sandbox took; only the sandbox shows code and number in the clear.
package struct SandboxMessage: Sendable, Hashable {
    /// What the sender gives to the sandbox.
    package struct Draft: Sendable, Hashable {
        package var wireProtocol: SandboxProtocol
        /// What the sender calls the message, for example the `webhook-id`; nil where the protocol has no place for it.
        package var id: String?
        /// In E.164.
        package var phone: String
        /// Whom the phone shows; nil where the sender leaves it to the provider.
        package var sender: String?
        package var text: String
        package var code: String?
        package var language: String
        package var encoding: SMSEncoding
        package var segments: Int
        package var mayBeDuplicate: Bool
        /// Nil unless the sender has cut the text.
        var segment: Segment?

        init(wireProtocol: SandboxProtocol, id: String?, phone: String, sender: String?, text: String) {
            self.wireProtocol = wireProtocol
            self.id = id
            self.phone = phone
            self.sender = sender
            self.text = text
            language = "und"
            encoding = SMSEncoding(for: text)
            segments = encoding.segments(of: text).count
            mayBeDuplicate = false
        }
    }

    /// Counts the messages from 1 since the sandbox started; it goes on after the inbox was cleared.
    package let sequence: Int
    package let receivedAt: Timestamp
    /// The id with which the sandbox accepted it, and sends its receipts.
    package let gatewayID: String
    package let draft: Draft
    /// The last receipt that its sender has taken; nil until then.
    package internal(set) var receipt: DeliveryStatus?
}

// Only the page and the API show a message. When a message gets into a log line by mistake, the line shows no content.
extension SandboxMessage: CustomStringConvertible, CustomReflectable {
    /// Shows only the sequence number.
    package var description: String { "sandbox message \(sequence)" }
    package var customMirror: Mirror { Mirror(self, children: [("sequence", sequence)]) }
}

extension SandboxMessage.Draft: CustomStringConvertible, CustomReflectable {
    /// Shows only the id.
    package var description: String { "sandbox message \(id ?? "without an id")" }
    package var customMirror: Mirror { Mirror(self, children: [("id", id as Any)]) }
}

extension SandboxMessage.Draft {
    /// A worker has counted the segments and knows the encoding, so they are not found out anew.
    init(_ message: OutgoingMessage) {
        wireProtocol = .process
        id = message.id.description
        phone = message.phone.e164
        text = message.text.text
        code = message.code
        language = message.text.language.description
        encoding = message.text.encoding
        segments = message.text.segments
        mayBeDuplicate = message.mayBeDuplicate
    }
}

extension SandboxMessage {
    /// Writes the message as the inbox API shows it.
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("sequence", is: sequence)
            $0.member("receivedAt", is: receivedAt.rfc3339)
            $0.member("protocol", is: draft.wireProtocol.rawValue)
            $0.member("gatewayId", is: gatewayID)
            $0.member("id", is: draft.id)
            $0.member("phoneNumber", is: draft.phone)
            $0.member("sender", is: draft.sender)
            $0.member("text", is: draft.text)
            $0.member("code", is: draft.code)
            $0.member("languageCode", is: draft.language)
            $0.member("encoding", is: draft.encoding.rawValue)
            $0.member("segments", is: draft.segments)
            $0.member("mayBeDuplicate", is: draft.mayBeDuplicate)
            $0.member("receipt", is: receipt?.rawValue)
        }
    }
}

/// The protocol over which a message came to the sandbox.
package enum SandboxProtocol: String, Sendable, Hashable, CaseIterable {
    /// The gateway of kind `sandbox`, in the worker's own process.
    case process
    case webhook, twilio, vonage, smpp
}

/// Which segment of a longer text a message carries, where the sender cut the text itself.
struct Segment: Sendable, Hashable {
    /// Joins the segments of a text; the sender uses a number again for later texts.
    let reference: UInt16
    /// From 1 to `count`.
    let number: Int
    let count: Int
}

/// Names an accepted message in the form of the provider whose protocol took it.
///
/// The run is a random number of each start. So a sandbox that starts anew gives no id for a second time, and a late
/// receipt finds no other message.
struct AcceptedID: Sendable, Hashable {
    let run: UInt32
    /// Counts the accepted messages of the run from 1.
    let number: UInt32

    /// For example `sandbox-1f9a33c2-7`, or `SM`, 8 digits of the run and 24 of the number for Twilio.
    func text(for wireProtocol: SandboxProtocol) -> String {
        switch wireProtocol {
        case .process, .webhook: "sandbox-\(String(run, radix: 16))-\(number)"
        case .twilio: "SM" + Self.hex(run, digits: 8) + Self.hex(number, digits: 24)
        case .vonage: vonage(segment: 1)
        case .smpp: Self.hex(run, digits: 8) + Self.hex(number, digits: 8)
        }
    }

    /// Vonage gives each segment of a message an id of its own; `segment` counts from 1.
    func vonage(segment: Int) -> String {
        (Self.hex(UInt32(clamping: segment), digits: 2) + Self.hex(run >> 8, digits: 6) + Self.hex(number, digits: 8))
            .uppercased()
    }

    private static func hex(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
