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
        self.init(level: overview.judgement.level, rule: overview.judgement.findings.first?.rule)
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

/// The icon of the browser's tab: its colour and its sign say the level.
enum StateIcon {
    /// The file's name; that of a level that is fine is the icon of old.
    static func name(for level: Judgement.Level) -> String {
        level == .fine ? "icon.svg" : "icon-\(level.rawValue.lowercased()).svg"
    }

    static func picture(for level: Judgement.Level) -> String {
        let (colour, sign) =
            switch level {
            case .fine: ("#2457a6", "M8 17l5 5 11-12")
            case .degraded: ("#8a5a00", "M16 7v11M16 23v2")
            case .down: ("#a3241c", "M9 9l14 14M23 9L9 23")
            }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
            <rect width="32" height="32" rx="7" fill="\(colour)"/>
            <path d="\(sign)" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
            </svg>

            """
    }
}
