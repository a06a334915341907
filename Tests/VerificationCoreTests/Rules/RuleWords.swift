import VerificationCore

extension VerificationID {
    /// The letter by which a script knows it.
    var letter: String { Unicode.Scalar(UInt32(low & 0xFF)).map(String.init) ?? "?" }
}

extension MessageID {
    var words: String { "\(verification.letter)#\(ordinal)" }
}

extension Duration {
    var inSeconds: String { "\(components.seconds) s" }
}

extension Verdict {
    /// The verdict as a script writes it down.
    var words: String {
        switch self {
        case .send(let order):
            "send \(order.message.words)" + (order.tries > 1 ? ", try \(order.tries)" : "")
                + (order.mayBeDuplicate ? ", maybe the second" : "")
        case .duplicate(let summary): "joins \(summary.verification.letter)"
        case .limited(let reached):
            "\(reached.limit.rawValue) \(reached.quota.count) in \(reached.quota.interval.inSeconds),"
                + " again in \(reached.retryAfter.inSeconds)"
        case .refused(let reason): reason.rawValue
        case .expired: "expired"
        case .leased(let wait): "busy for \(wait.inSeconds)"
        case .known: "settled"
        case .keyReused: "key reused"
        case .idReused: "id reused"
        case .idAhead: "id ahead"
        case .outdated: "outdated"
        }
    }
}

extension RowChange {
    /// The row as a script writes it down.
    func words(since start: Timestamp) -> String {
        switch self {
        case .insertVerification(let row):
            "verification \(row.request.id.letter) \(row.status.rawValue)" + (row.reason.map { " (\($0))" } ?? "")
        case .insertRequest(let row):
            "request \(row.id.letter) of \(row.verification.letter): \(row.outcome.rawValue)"
                + (row.message.map { " #\($0)" } ?? "")
        case .insertMessage(let row): "message \(row.id.words) leased until \((row.leasedUntil - start).inSeconds)"
        case .insertKey(let row): "key of \(row.verification.letter)"
        case .updateMessage(let change):
            switch change.facts.stage {
            case .leased(let until):
                "message \(change.id.words) fence \(change.facts.fence) leased until \((until - start).inSeconds)"
            case .waiting(let until):
                "message \(change.id.words) fence \(change.facts.fence) waits until \((until - start).inSeconds)"
            case .ended:
                "message \(change.id.words) fence \(change.facts.fence) \(change.status.rawValue) (\(change.reason ?? ""))"
            }
        case .approve(let id, let by):
            "verification \(id.letter) ends approved" + (by == id ? "" : " by \(by.letter)")
        case .endVerification(let id, let status, let reason):
            "verification \(id.letter) ends \(status.rawValue)" + (reason.map { " (\($0))" } ?? "")
        case .extendVerification(let id, let until): "verification \(id.letter) until \((until - start).inSeconds)"
        case .countWrongCodes(let id, let count): "verification \(id.letter) has \(count) wrong codes"
        case .tell(let note): "\(note.verification.letter) is told as \(note.kind.rawValue)"
        case .watch(let id, _): "verification \(id.letter) is watched"
        }
    }
}
