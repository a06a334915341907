import Crypto
import FoundationEssentials

/// A dead letter as an operator may see it: no code, no text of a message, and no whole phone number.
package struct DeadLetterReport: Sendable, Hashable {
    /// What the publisher said of the message; any program with rights at the broker may have written it.
    package struct Source: Sendable, Hashable {
        package let type: String?
        package let app: String?
        /// The user of the broker who published the message, if the publisher named it: RabbitMQ refuses a wrong name.
        package let user: String?
        package let publishedAt: Timestamp?

        /// Takes texts as they came; long ones are cut, and strange characters and long numbers are hidden.
        package init(type: String?, app: String?, user: String?, publishedAt: Timestamp?) {
            (self.type, self.app, self.user) = (type.map(Self.line), app.map(Self.line), user.map(Self.line))
            self.publishedAt = publishedAt
        }
    }

    /// How the message died.
    package struct Death: Sendable, Hashable {
        package let reason: DeathReason
        /// The wrong member, or the gateway's error; nil where the message does not tell.
        package let detail: String?
        /// Nil where the message does not tell.
        package let at: Timestamp?

        package init(_ reason: DeathReason, detail: String?, at moment: Timestamp?) {
            (self.reason, self.detail, self.at) = (reason, detail, moment)
        }
    }

    /// What an operator calls it: the message's id, or a digest of its body where it has no UUID as its id.
    package let name: String
    /// The queue to which a replay moves the message back; nil where the message does not name it.
    package let kind: WorkQueue?
    package let death: Death
    package let source: Source
    package let content: DeadLetterContent

    package init(name: String, kind: WorkQueue?, death: Death, source: Source, content: DeadLetterContent) {
        (self.name, self.kind, self.death, self.source, self.content) = (name, kind, death, source, content)
    }

    /// Whether a replay would move it: all of it was kept, and it belongs to a queue.
    package var isReplayable: Bool { content.isWhole && kind != nil }

    /// Whether a text can be the name of a dead letter.
    package static func isName(_ text: String) -> Bool {
        let isDigest = text.hasPrefix(digest) && text.utf8.count == digest.utf8.count + 32
        return UUID(uuidString: text) != nil || isDigest && text.utf8.dropFirst(digest.utf8.count).allSatisfy(isHex)
    }

    private static func isHex(_ byte: UInt8) -> Bool { hexDigits.contains(Character(Unicode.Scalar(byte))) }
    private static let hexDigits = Array("0123456789abcdef")
    private static let digest = "sha256-"

    /// The name of a dead letter; `body`: as much of the body as was kept.
    ///
    /// Two letters with the same id, or with the same body and no id, have the same name.
    package static func name(messageID: String?, body: [UInt8]) -> String {
        if let id = messageID.flatMap(UUID.init(uuidString:)) { return id.uuidString.lowercased() }
        let bytes = SHA256.hash(data: body).prefix(16)
        return digest + String(bytes.flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] })
    }
}

extension DeadLetterReport.Source {
    private static let longestNumber = 5

    /// A short line of printable ASCII, in which a number with more digits than an app's name has is hidden.
    private static func line(_ text: String) -> String {
        var (line, number) = ("", "")
        func end() -> String { number.count > longestNumber ? String(repeating: "#", count: number.count) : number }
        for letter in ErrorCode(text).description {
            if letter.isASCII, letter.isNumber {
                number.append(letter)
            } else {
                line += end() + String(letter)
                number = ""
            }
        }
        return line + end()
    }
}

/// What a look at the oldest dead letters shows of each.
package struct DeadLetterLook: Sendable, Hashable {
    /// How many messages there were, also those that were not looked at.
    package let present: Int
    /// The oldest first.
    package let letters: [DeadLetterReport]
    /// Whether the look ended before it had seen as many as it was asked for: it had read enough bytes, or took too long.
    package let isCutShort: Bool

    package init(present: Int, letters: [DeadLetterReport], isCutShort: Bool = false) {
        (self.present, self.letters, self.isCutShort) = (present, letters, isCutShort)
    }
}
