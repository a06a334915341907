import StrictJSON
import VerificationCore

/// An SMS as the sandbox took it; only the sandbox shows code and number in the clear.
package struct SandboxMessage: Sendable, Hashable {
    /// What a sender hands in.
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

    /// Counts the messages since the sandbox started, from 1; never used again, not even after the inbox was cleared.
    package let sequence: Int
    package let receivedAt: Timestamp
    package let draft: Draft
}

// The page and the API show a message; a log line into which a message slips does not.
extension SandboxMessage: CustomStringConvertible, CustomReflectable {
    /// The sequence number alone.
    package var description: String { "sandbox message \(sequence)" }
    package var customMirror: Mirror { Mirror(self, children: [("sequence", sequence)]) }
}

extension SandboxMessage.Draft: CustomStringConvertible, CustomReflectable {
    /// The id alone.
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
