import Operations
import StrictJSON
import VerificationCore

/// What the pages of dead letters know; any program with rights at the broker may have written a letter.
enum DeadLetterViewModel {
    static func data(_ cached: Cached<DeadLetterLook>) -> JSONValue {
        let look = cached.value
        return [
            "letters": .array((look?.letters ?? []).map(row)), "present": .count(look?.present),
            "shown": .count(look?.letters.count), "isKnown": .bool(look != nil),
            "isPartly": .bool(look.map { $0.letters.count < $0.present } ?? false),
            "isCutShort": .bool(look?.isCutShort ?? false), "lettersKnown": cached.sign,
        ]
    }

    private static func row(_ letter: DeadLetterReport) -> JSONValue {
        let (source, content) = (letter.source, letter.content)
        return [
            "name": .string(letter.name), "reason": .string(letter.death.reason.word),
            "detail": .text(letter.death.detail), "diedAt": .time(letter.death.at),
            "kind": .text(letter.kind?.rawValue), "type": .text(source.type), "app": .text(source.app),
            "user": .text(source.user), "publishedAt": .time(source.publishedAt),
            "verification": .text(content.verification?.description), "phone": .text(content.phone),
            "deadline": .time(content.deadline), "bytes": .count(content.size), "isWhole": .bool(content.isWhole),
            "beginning": .word(content.beginning), "isReplayable": .bool(letter.isReplayable),
        ]
    }

    /// For the page that asks before a replay; what is not known is left out.
    static func facts(_ letter: DeadLetterReport) -> [(name: String, value: JSONValue)] {
        let (source, content) = (letter.source, letter.content)
        let all: [(name: String, value: String?)] = [
            ("Dead letter", letter.name), ("Reason", letter.death.reason.word), ("Detail", letter.death.detail),
            ("Died (UTC)", letter.death.at?.clock), ("Queue", letter.kind?.rawValue), ("Type", source.type),
            ("App", source.app), ("User of the broker", source.user), ("Published (UTC)", source.publishedAt?.clock),
            ("Verification", content.verification?.description), ("Phone", content.phone),
            ("Deadline (UTC)", content.deadline?.clock), ("Bytes", "\(content.size)"),
        ]
        return all.compactMap { fact in fact.value.map { (fact.name, .string($0)) } }
    }
}
