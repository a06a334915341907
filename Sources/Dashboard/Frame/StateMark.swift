import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// The verdict in a word, as the header, the title and the icon of every page have it.
struct StateMark: Sendable {
    /// A look that is older tells nothing of now.
    private static let longest = Duration.seconds(60)

    let level: Judgement.Level
    /// The rule of the gravest finding; nil when no rule holds.
    let rule: Rule?

    init(level: Judgement.Level, rule: Rule?) { (self.level, self.rule) = (level, rule) }

    /// Nil when there was no look of late.
    init?(_ overview: Overview?, at now: Timestamp) {
        guard let overview, now - overview.situation.at < Self.longest else { return nil }
        self.init(level: overview.judgement.level, rule: overview.judgement.causes.first?.rule)
    }

    /// For the browser's tab, for example `DOWN · broker-away`, and `DOWN · Queues` on other pages than the overview.
    func title(of page: String, at menu: String) -> String {
        guard let rule, level > .fine else { return page }
        return "\(level.rawValue) · \(menu == "/" ? rule.rawValue : page)"
    }

    func data(base: String, assets: String) -> JSONValue {
        [
            "level": .string(level.rawValue), "rule": .text(rule?.rawValue),
            "icon": .string("\(base)/assets/\(StateIcon.name(for: level))?\(assets)"),
        ]
    }
}
