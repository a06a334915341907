import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say whether the installation works, as the dashboard does: OK, DEGRADED or DOWN.",
        discussion: """
            It judges by the rules of the dashboard and in its words, and needs no dashboard. What operators mean to be so, and \
            what they have acknowledged, stands below and does not count. The exit status is 0 for OK, \
            1 for DEGRADED, 2 for DOWN, and 3 if a part cannot be looked at and nothing else is wrong.

            A first look lacks what came in the last half minute and what was dead-lettered before it, like a dashboard \
            that has just started. So --thorough and --watch see more.
            """)

    @Flag(help: "Look for half a minute first, so that every rule can judge.")
    var thorough = false
    @Flag(help: "Look every 5 seconds until a signal such as Ctrl-C, and print a line for each change.")
    var watch = false
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !(thorough && watch) else { throw ValidationError("--watch looks on, so it needs no --thorough") }
    }

    func run() async throws {
        let place = try InstallationWatch(try await Settings(sources), role: "verifyd-status")
        if watch { return try await place.use { place in try await place.follow { tell($0, after: $1) } } }
        let verdict = OverviewVerdict(
            await place.use { thorough ? await $0.lookForHalfAMinute() : await $0.look() })
        output.print(json: verdict.json, text: verdict.text)
        guard verdict.exitStatus == .done else { throw verdict.exitStatus.code }
    }

    /// The whole verdict at first, and then what is otherwise than before; for programs always the whole verdict.
    private func tell(_ overview: Overview, after last: Overview?) {
        let verdict = OverviewVerdict(overview)
        let changes = last.map { verdict.changes(since: OverviewVerdict($0)) }
        guard changes != [] else { return }
        let lines = changes?.map(\.printable).joined(separator: "\n")
        output.printNow(json: verdict.json, text: lines ?? verdict.text)
    }
}

extension OverviewVerdict {
    /// As plug-ins of monitoring systems end.
    fileprivate var exitStatus: ExitStatus {
        switch level {
        case .fine: .done
        case .degraded: .bad
        case .down: .down
        case .unknown: .unknown
        }
    }

    fileprivate var text: String { lines.map(\.printable).joined(separator: "\n") }

    /// Its members have the names of the overview's JSON.
    fileprivate var json: JSONValue {
        .members([
            "at": .string(at.rfc3339), "level": .string(level.rawValue), "sentence": .string(sentence),
            "findings": .array(causes.map(json)), "followers": .array(followers.map(json)),
            "intended": .array(intents.map(json)), "acknowledged": .array(acknowledged.map(json)),
            "followersOfAcknowledged": .array(followersOfAcknowledged.map(json)),
            "people": people.map { .string($0.sentence) },
            "unknown": .array(
                unknown.map { ["part": .string($0.name), "trouble": .string($0.trouble)] }),
            "alarmTrouble": alarmTrouble.map { .string($0) }, "isFirstLook": .bool(isFirstLook),
        ])
    }

    private func json(_ finding: Judgement.RuleFinding) -> JSONValue {
        let since = since[finding.rule]
        return .members([
            "rule": .string(finding.rule.rawValue), "level": .string(finding.level.rawValue),
            "sentence": .string(finding.sentence), "measure": .string(finding.measure),
            "subjects": .array(finding.accused.map { .string($0) }),
            "since": since.map { .string($0.at.rfc3339) }, "isSinceAtLeast": since.map { .bool($0.isAtLeast) },
            "advice": .string(finding.rule.advice),
        ])
    }

    private func json(_ intent: Judgement.Intent) -> JSONValue {
        .members([
            "rule": .string(intent.finding.rule.rawValue), "sentence": .string(intent.sentence),
            "measure": .string(intent.finding.measure),
            "since": since[intent.finding.rule].map { .string($0.at.rfc3339) },
            "actions": .array(
                intent.actions.map { action in
                    .members([
                        "subject": action.subject.isEmpty ? nil : .string(action.subject), "who": .string(action.who),
                        "at": .string(action.at.rfc3339), "reason": .string(action.reason),
                    ])
                }),
        ])
    }

    private func json(_ known: Judgement.Known) -> JSONValue {
        let (finding, made) = (known.finding, known.acknowledgement)
        return .members([
            "rule": .string(finding.rule.rawValue), "level": .string(finding.level.rawValue),
            "sentence": .string(finding.sentence), "measure": .string(finding.measure),
            "since": since[finding.rule].map { .string($0.at.rfc3339) }, "who": .string(made.who),
            "reason": .string(made.reason), "at": .string(made.at.rfc3339), "until": .string(made.until.rfc3339),
        ])
    }
}
