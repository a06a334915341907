import StrictJSON
import VerificationCore

/// An SMS that the sandbox took; only the sandbox shows code and number in the clear.
package struct SandboxMessage: Sendable, Hashable {
    /// What the sender gives to the sandbox.
    package struct Draft: Sendable, Hashable {
        package var id: String
        package var phone: String
        package var text: String
        package var code: String?
        package var language: String
        package var encoding: SMSEncoding
        package var parts: Int
        package var mayBeDuplicate: Bool
    }

    /// Counts the messages from 1 since the sandbox started; it goes on after the inbox was cleared.
    package let sequence: Int
    package let receivedAt: Timestamp
    package let draft: Draft
}

// Only the page and the API show a message. When a message gets into a log line by mistake, the line shows no content.
extension SandboxMessage: CustomStringConvertible, CustomReflectable {
    /// Shows only the sequence number.
    package var description: String { "sandbox message \(sequence)" }
    package var customMirror: Mirror { Mirror(self, children: [("sequence", sequence)]) }
}

extension SandboxMessage.Draft: CustomStringConvertible, CustomReflectable {
    /// Shows only the id.
    package var description: String { "sandbox message \(id)" }
    package var customMirror: Mirror { Mirror(self, children: [("id", id)]) }
}

extension SandboxMessage.Draft {
    init(_ message: OutgoingMessage) {
        self.init(
            id: message.id.description, phone: message.phone.e164, text: message.text.text, code: message.code,
            language: message.text.language.description, encoding: message.text.encoding, parts: message.text.parts,
            mayBeDuplicate: message.mayBeDuplicate)
    }
}

extension SandboxMessage {
    /// Writes the message as the inbox API shows it.
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("sequence", sequence)
            $0.member("receivedAt", receivedAt.rfc3339)
            $0.member("id", draft.id)
            $0.member("phoneNumber", draft.phone)
            $0.member("text", draft.text)
            $0.member("code", draft.code)
            $0.member("languageCode", draft.language)
            $0.member("encoding", draft.encoding.rawValue)
            $0.member("parts", draft.parts)
            $0.member("mayBeDuplicate", draft.mayBeDuplicate)
        }
    }
}
