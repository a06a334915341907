import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// The verdict in a word, as the header, the title and the icon of every page have it.
struct StateMark: Sendable {
    /// A look that is older tells nothing of now.
    private static let longest = Duration.seconds(60)

    let verdict: Judgement.Verdict
    /// The rule of the gravest finding; nil when no rule holds.
    let rule: Rule?

    init(verdict: Judgement.Verdict, rule: Rule?) { (self.verdict, self.rule) = (verdict, rule) }

    /// Nil when there was no look of late.
    init?(_ overview: Overview?, at now: Timestamp) {
        guard let overview, now - overview.situation.at < Self.longest else { return nil }
        self.init(verdict: overview.judgement.verdict, rule: overview.judgement.causes.first?.rule)
    }

    /// For the browser's tab, for example `DOWN · broker-away`, and `DOWN · Queues` on other pages than the overview.
    func title(of page: String, at menu: String) -> String {
        guard verdict != .fine else { return page }
        return "\(verdict.rawValue) · \(menu == "/" ? rule?.rawValue ?? page : page)"
    }

    func data(base: String, assets: String) -> JSONValue {
        [
            "level": .string(verdict.rawValue), "rule": .text(rule?.rawValue),
            "icon": .string("\(base)/assets/\(StateIcon.name(for: verdict))?\(assets)"),
        ]
    }
}
