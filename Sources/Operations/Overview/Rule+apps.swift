import VerificationCore

/// The parts of rules that judge each app by itself: an app with a small part of the traffic hides in the sum of all.
extension Rule {
    /// What stands before an app's name where a finding accuses the app.
    fileprivate static let appSubject = "app "

    /// What a rule finds of apps.
    struct AppPart {
        /// The apps' names, that with the greatest loss first.
        let apps: [String]
        let sentence: String
        let measure: String
        /// Whether most apps have no such trouble, so that the apps explain a finding about all of them.
        let isOfFew: Bool

        /// Each app is accused by itself, so that its accusation has a beginning of its own.
        var subjects: Set<String> { Set(apps.map { Rule.appSubject + $0 }) }
    }

    /// A finding about all apps, with what is found of single apps; each may be missing.
    func joined(_ finding: Judgement.RuleFinding?, with part: AppPart?) -> Judgement.RuleFinding? {
        guard let part else { return finding }
        guard let finding else {
            return Judgement.RuleFinding(
                .degraded, by: self, sentence: part.sentence, measure: part.measure, subjects: part.subjects)
        }
        guard part.isOfFew else { return finding }
        return Judgement.RuleFinding(
            finding.level, by: self, sentence: "\(finding.sentence) \(part.sentence)",
            measure: "\(finding.measure); \(part.measure)", since: finding.since,
            subjects: finding.subjects.union(part.subjects))
    }

    /// Apps whose verifications are approved far less often than a week ago, or not at all.
    ///
    /// Where limits or policy hold an app's requests, the rule about limits names it.
    func appsApprovedLittle(_ counts: Counts) -> AppPart? {
        let held = Set(counts.appJudgements.filter(\.isHeld).map(\.app))
        return part(
            of: counts.appJudgements.filter { $0.isApprovedLittle && !held.contains($0.app) }, in: counts,
            others: "Conversion has dropped too in"
        ) {
            $0.conversion.began - $0.conversion.approved
        } words: { app in
            let cause = app.mostlyLost.map { ": \($0)." } ?? "."
            let (now, usual) = (app.conversion, app.conversionBefore.share)
            return (
                (now.approved == 0
                    ? "No verification of app \(app.app) is approved"
                    : "Conversion of app \(app.app) has dropped") + cause,
                "\(now.approved) of \(now.began) verifications of app \(app.app) approved in \(Counts.appMinutes) min"
                    + (usual.map { ", \(Limits.percent($0)) a week ago" } ?? "")
            )
        }
    }

    /// Apps that call far less often than a week ago.
    func appsCallLittle(_ counts: Counts) -> AppPart? {
        part(of: counts.appJudgements.filter(\.callsLittle), in: counts, others: "Traffic has dropped too of") {
            $0.callsBefore - $0.calls
        } words: { app in
            (
                "Traffic of app \(app.app) has dropped: far fewer calls arrive than a week ago.",
                "\(app.calls) calls of app \(app.app) in \(Counts.appMinutes) min, \(app.callsBefore) a week ago"
            )
        }
    }

    /// Apps whose requests limits or policy hold; those that operators' rules explain only where there are no others.
    func appsHeld(_ counts: Counts) -> AppPart? {
        let (held, faults) = (counts.heldApps, counts.heldApps.filter { !$0.isHeldOnPurpose })
        return part(of: faults.isEmpty ? held : faults, in: counts, others: "The same is so of") {
            $0.held.limited + $0.held.turnedAway
        } words: { app in
            let who = app.held.isByRules ? "Policy rejects" : "Rate limits reject"
            return (
                "\(who) \(Limits.percent(app.held.share)) of the requests of app \(app.app).",
                "\(app.held.limited + app.held.turnedAway) of \(app.held.all) of app \(app.app) in \(app.held.within)"
            )
        }
    }

    /// Apps whose messages do not arrive, as providers report.
    func appsUndelivered(_ counts: Counts) -> AppPart? {
        part(of: counts.appJudgements.filter(\.isUndelivered), in: counts, others: "The same is so of") {
            $0.receipts.lost
        } words: { app in
            let words = "\(app.receipts.lost) of \(app.receipts.all)"
            return (
                "Messages of app \(app.app) do not arrive: providers report \(words) undelivered.",
                "\(words) receipts of app \(app.app) in \(Counts.appMinutes) min"
            )
        }
    }

    /// Names the accused app with the greatest loss, and some others.
    private func part(
        of accused: [AppJudgement], in counts: Counts, others: String, loss: (AppJudgement) -> Int,
        words: (AppJudgement) -> (sentence: String, measure: String)
    ) -> AppPart? {
        let sorted = accused.sorted { (loss($1), $0.app) < (loss($0), $1.app) }
        guard let worst = sorted.first else { return nil }
        let rest = sorted.dropFirst().map(\.app)
        let named = rest.prefix(Limits.namedApps).joined(separator: ", ")
        let more = rest.count > Limits.namedApps ? " and \(rest.count - Limits.namedApps) more apps" : ""
        let (sentence, measure) = words(worst)
        let judged = counts.appJudgements.filter(\.isJudged).count
        return AppPart(
            apps: sorted.map(\.app), sentence: rest.isEmpty ? sentence : "\(sentence) \(others) \(named)\(more).",
            measure: measure, isOfFew: accused.count * 2 <= judged)
    }
}

extension Judgement.RuleFinding {
    /// The apps that it accuses by name, in a fixed order.
    package var accusedApps: [AppID] {
        subjects.filter { $0.hasPrefix(Rule.appSubject) }.sorted().compactMap {
            AppID(String($0.dropFirst(Rule.appSubject.count)))
        }
    }
}

extension Counts {
    /// The apps whose requests limits or policy hold.
    var heldApps: [AppJudgement] { appJudgements.filter(\.isHeld) }
}
