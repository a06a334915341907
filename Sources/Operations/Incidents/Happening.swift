import VerificationCore

/// Something that changed in an installation: what an operator did, or a mark.
package struct Happening: Sendable, Hashable {
    /// Changes of test numbers by one person within this time are one line.
    private static let gathering = Duration.seconds(3_600)

    package let at: Timestamp
    /// For people; it holds what operators typed.
    package let what: String
    /// Whether an operator did it.
    package let isAction: Bool

    private init(_ what: String, at: Timestamp, isAction: Bool) {
        (self.at, self.what, self.isAction) = (at, what, isAction)
    }

    /// All of it, newest first.
    ///
    /// A person may change many test numbers, and these lines must not hide what else happened. So they are one line.
    package static func list(actions: [StoredAudit], marks: [Mark]) -> [Happening] {
        let marked = marks.map { Happening($0.words, at: $0.at, isAction: false) }
        return (told(actions) + marked).enumerated().sorted { left, right in
            left.element.at == right.element.at ? left.offset < right.offset : left.element.at > right.element.at
        }.map(\.element)
    }

    private static func told(_ actions: [StoredAudit]) -> [Happening] {
        let isOfTestNumber = { (line: StoredAudit) in line.entry.action == .changeTestNumber }
        var told = actions.filter { !isOfTestNumber($0) }.map { Happening($0.entry.words, at: $0.at, isAction: true) }
        var rest = actions.filter(isOfTestNumber).sorted { $0.at > $1.at }
        while let newest = rest.first {
            let belongs = { (line: StoredAudit) in
                line.entry.actor == newest.entry.actor && newest.at - line.at <= gathering
            }
            let count = rest.count(where: belongs)
            let words = count == 1 ? newest.entry.words : "\(count) test numbers changed by \(newest.entry.actor)"
            told.append(Happening(words, at: newest.at, isAction: true))
            rest.removeAll(where: belongs)
        }
        return told
    }
}

extension AuditEntry {
    /// For example `anna: switch gateway, gateway acme: off (fails)`.
    fileprivate var words: String {
        let deed = action.rawValue.split(separator: "-").joined(separator: " ")
        return "\(actor): \(deed), \(subject)\(reason.isEmpty ? "" : " (\(reason))")"
    }
}

extension Mark {
    /// For example `a worker started on host-1, version 1.2.3`.
    fileprivate var words: String {
        let rest = detail.isEmpty ? "" : ", \(detail)"
        return switch kind {
        case .breakerOpened: "the circuit of gateway \(subject) opened\(detail.isEmpty ? "" : ": \(detail)")"
        case .breakerClosed: "the circuit of gateway \(subject) closed\(rest)"
        case .workerStarted: "a worker started on \(subject)\(rest)"
        case .workerEnded: "a worker ended in order on \(subject)\(rest)"
        case .workerSilent: "a worker became unresponsive: \(subject)\(rest)"
        case .dashboardStarted: "a dashboard started on \(subject)\(rest)"
        }
    }
}
