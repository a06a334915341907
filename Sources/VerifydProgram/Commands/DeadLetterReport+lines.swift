import StrictJSON
import VerificationCore

extension DeadLetterLook {
    /// For people; the table's cells show characters that a terminal would obey by their numbers.
    var text: String {
        guard !letters.isEmpty else { return "no dead letters" }
        let heads = ["DIED", "REASON", "DETAIL", "KIND", "APP", "USER", "PUBLISHED", "NUMBER", "ID"]
        let rest =
            letters.count == present
            ? "" : "\n(the oldest \(letters.count) of \(present)\(isCutShort ? "; the look ended early" : ""))"
        return table([heads] + letters.map(\.row)) + rest
    }
}

extension DeadLetterReport {
    fileprivate var row: [String] {
        let cells: [String?] = [
            death.at?.rfc3339, death.reason.word, death.detail, kind?.rawValue, source.app, source.user,
            source.publishedAt?.rfc3339, content.phone, name,
        ]
        return cells.map { $0 ?? "-" }
    }

    /// For a single letter.
    var lines: [[String]] {
        let facts: [(String, String?)] = [
            ("dead letter", name), ("reason", death.reason.word), ("detail", death.detail),
            ("died", death.at?.rfc3339), ("kind", kind?.rawValue), ("type", source.type), ("app", source.app),
            ("user", source.user), ("published", source.publishedAt?.rfc3339),
            ("verification", content.verification?.description), ("number", content.phone),
            ("deadline", content.deadline?.rfc3339), ("bytes", "\(content.size)"),
            ("complete", content.isWhole ? "yes" : "no, its end was not kept"), ("begins", content.beginning),
        ]
        return facts.map { [$0.0, $0.1 ?? "-"] }
    }

    var json: JSONValue {
        .members([
            "id": .string(name), "reason": .string(death.reason.word), "detail": death.detail.map { .string($0) },
            "diedAt": death.at.map { .string($0.rfc3339) }, "kind": kind.map { .string($0.rawValue) },
            "type": source.type.map { .string($0) }, "app": source.app.map { .string($0) },
            "user": source.user.map { .string($0) },
            "publishedAt": source.publishedAt.map { .string($0.rfc3339) },
            "verificationId": content.verification.map { .string("\($0)") },
            "phoneNumber": content.phone.map { .string($0) },
            "deadline": content.deadline.map { .string($0.rfc3339) }, "bytes": .integer(Int64(content.size)),
            "isWhole": .bool(content.isWhole), "isReplayable": .bool(isReplayable),
            "beginning": .string(content.beginning),
        ])
    }
}
