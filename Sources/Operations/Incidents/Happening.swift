import VerificationCore

/// Something that changed in an installation: what an operator did, or a mark.
package struct Happening: Sendable, Hashable {
    /// Changes of test numbers by one person within this time are one line.
    private static let gathering = Duration.seconds(3_600)

    /// What kind of thing happened, the gravest first; the raw value stands in the data of charts.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A worker became unresponsive.
        case silence
        /// A breaker opened or closed.
        case breaker
        /// A process started with another version than the process before it.
        case deploy
        /// An operator changed an app, a key, a test number, a rule on numbers or an operator.
        case settings
        /// Any other action of an operator.
        case deed
        /// A process ended in order.
        case stop
        /// A process started.
        case start
    }

    package let at: Timestamp
    /// For people; it holds what operators typed.
    package let what: String
    package let kind: Kind
    /// The gateway of a breaker; nil for all else.
    package let gateway: String?
    /// Whether an operator did it.
    package var isAction: Bool { kind == .settings || kind == .deed }

    private init(_ what: String, at: Timestamp, kind: Kind, gateway: String? = nil) {
        (self.at, self.what, self.kind, self.gateway) = (at, what, kind, gateway)
    }

    /// All of it, newest first.
    ///
    /// A person may change many test numbers, and these lines must not hide what else happened. So they are one line.
    package static func list(actions: [StoredAudit], marks: [Mark]) -> [Happening] {
        let marked = marks.map { mark in
            Happening(
                mark.words, at: mark.at, kind: mark.happening, gateway: mark.happening == .breaker ? mark.subject : nil)
        }
        return (told(actions) + marked).enumerated().sorted { left, right in
            left.element.at == right.element.at ? left.offset < right.offset : left.element.at > right.element.at
        }.map(\.element)
    }

    private static func told(_ actions: [StoredAudit]) -> [Happening] {
        let isOfTestNumber = { (line: StoredAudit) in line.entry.action == .changeTestNumber }
        var told = actions.filter { !isOfTestNumber($0) }.map {
            Happening($0.entry.words, at: $0.at, kind: $0.entry.action.happening)
        }
        var rest = actions.filter(isOfTestNumber).sorted { $0.at > $1.at }
        while let newest = rest.first {
            let belongs = { (line: StoredAudit) in
                line.entry.actor == newest.entry.actor && newest.at - line.at <= gathering
            }
            let count = rest.count(where: belongs)
            let words = count == 1 ? newest.entry.words : "\(count) test numbers changed by \(newest.entry.actor)"
            told.append(Happening(words, at: newest.at, kind: newest.entry.action.happening))
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

extension OperatorAction {
    fileprivate var happening: Happening.Kind {
        switch self {
        case .changeOperator, .changeTestNumber, .changeBlock, .changeApp, .changeKey, .changeAccount: .settings
        case .signIn, .signOut, .changeOwnAccess, .look, .unmask, .cancelVerification, .eraseVerifications, .resetLimit,
            .pauseQueue, .resumeQueue, .replayDeadLetters, .purgeDeadLetters, .switchGateway, .acknowledge, .restore,
            .sendTest:
            .deed
        }
    }
}

extension Mark {
    fileprivate var happening: Happening.Kind {
        switch kind {
        case .breakerOpened, .breakerClosed: .breaker
        case .workerSilent: .silence
        case .workerEnded, .dashboardEnded, .apiEnded, .identityEnded: .stop
        case .workerStarted, .dashboardStarted, .apiStarted, .identityStarted: former == nil ? .start : .deploy
        }
    }

    /// For example `a worker started on host-1, version 1.2.4 after version 1.2.3`.
    fileprivate var words: String {
        let rest = (detail.isEmpty ? "" : ", \(detail)") + (former.map { " after \($0)" } ?? "")
        return switch kind {
        case .breakerOpened:
            "the circuit of gateway \(subject) opened"
                + (detail.isEmpty ? "" : ": \(BreakerReason(rawValue: detail)?.words ?? detail)")
        case .breakerClosed: "the circuit of gateway \(subject) closed\(rest)"
        case .workerStarted: "a worker started on \(subject)\(rest)"
        case .workerEnded: "a worker ended in order on \(subject)\(rest)"
        case .workerSilent: "a worker became unresponsive: \(subject)\(rest)"
        case .dashboardStarted: "a dashboard started on \(subject)\(rest)"
        case .dashboardEnded: "a dashboard ended in order on \(subject)\(rest)"
        case .apiStarted: "an API process started on \(subject)\(rest)"
        case .apiEnded: "an API process ended in order on \(subject)\(rest)"
        case .identityStarted: "a process of the Firebase surface started on \(subject)\(rest)"
        case .identityEnded: "a process of the Firebase surface ended in order on \(subject)\(rest)"
        }
    }
}
