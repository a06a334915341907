import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

struct LimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Show what has been used of an app's limits, and reset them.",
        subcommands: [Show.self, Reset.self])

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show what has been used of each limit, and when it comes back.",
            discussion: """
                With a phone: all limits that may reject a send to it. With an address: also the limits of that address. \
                Without both: the app's own limit alone.
                """)

        @OptionGroup var subject: SubjectOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (subject, uses) = try await subject.withLimits(sources) { store, question, _ in
                try await acting { person throws(OperatorError) in
                    try await store.limitService.uses(of: question, for: person)
                }
            }
            output.print(
                json: .array(uses.map { $0.json(subject) }),
                text: uses.isEmpty ? "the app has no such limit" : uses.text(subject))
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Reset what has been used of limits, so that the next request is admitted.",
            discussion: """
                Without --limit: the phone's and the address's own limits. Limits that many phones share must be named: \
                --limit sends-per-app, or with a phone --limit sends-per-prefix. The sends of a verification come back \
                when it ends: cancel it, or wait. Prints what is used afterwards; requests of the same moment may have \
                used something already.
                """)

        @OptionGroup var subject: SubjectOptions
        @Option(
            name: .customLong("limit"), help: "Only this limit, as `verifyd limits show` calls it; may be repeated.")
        var names: [LimitReached.Limit] = []
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (subject, names, uses) = try await subject.withLimits(sources) { store, question, subject in
                let chosen = try choose(of: subject)
                let names = LimitReached.Limit.allCases.filter(chosen.contains).map(\.rawValue)
                if trial.isDry {
                    let plan = try await acting { person throws(OperatorError) in
                        try await store.limitService.previewReset(of: chosen, question, for: person)
                    }
                    return (subject, names, plan.uses)
                }
                try await acting { person throws(OperatorError) in
                    try await store.limitService.reset(chosen, of: question, because: "", by: person)
                }
                return (subject, names, try await store.verifications.uses(of: subject))
            }
            let limits: JSONValue = .array(uses.map { $0.json(subject) })
            output.print(
                json: trial.isDry
                    ? DryRunOptions.json(["limits": limits])
                    : .members(["reset": .array(names.map { .string($0) }), "limits": limits]),
                text: (trial.isDry ? "would reset: " : "reset: ") + names.joined(separator: ", ") + "\n"
                    + uses.text(subject))
        }

        private func choose(of subject: LimitSubject) throws -> Set<LimitReached.Limit> {
            for name in names {
                if let obstacle = ResetObstacle(to: name, of: subject) { throw ValidationError(obstacle.words) }
            }
            let own = LimitReached.Limit.allCases.filter { $0.isOnesOwn && subject.holder(of: $0) != nil }
            let chosen = Set(names.isEmpty ? own : names)
            guard !chosen.isEmpty else { throw ValidationError("say whose: --phone, --ip, or --limit sends-per-app") }
            return chosen
        }
    }
}

extension ResetObstacle {
    /// For the terminal: what to say instead.
    fileprivate var words: String {
        switch self {
        case .ofVerification(let limit): "\(limit.rawValue) ends with its verification: cancel that, or wait"
        case .ofProject(let limit):
            "\(limit.rawValue) is a project's: say more with projects set \(limit.projectOption)"
        case .unnamed(let limit): "\(limit.rawValue) is a limit of \(limit.holder)"
        }
    }
}

extension LimitReached.Limit: ExpressibleByArgument {
    /// Whether a reset of this limit helps only the phone or address that the operator names.
    fileprivate var isOnesOwn: Bool {
        switch self {
        case .sendsPerPhone, .wrongCodesPerPhone, .sendsPerIP, .wrongCodesPerIP, .sendsPerPhoneAndIP: true
        case .sendsPerVerification, .sendsPerPrefix, .sendsPerProof, .unprovenSends, .sendsPerApp,
            .wrongCodesOfStrangers, .wrongCodesPerTestNumber:
            false
        }
    }

    /// What an operator has to name.
    fileprivate var holder: String {
        switch self {
        case .sendsPerIP, .wrongCodesPerIP: "an --ip"
        case .sendsPerPhoneAndIP: "a --phone and an --ip"
        case .sendsPerPhone, .wrongCodesPerPhone, .sendsPerVerification, .sendsPerPrefix, .sendsPerProof,
            .unprovenSends, .sendsPerApp, .wrongCodesOfStrangers, .wrongCodesPerTestNumber:
            "a --phone"
        }
    }

    /// The option by which an operator changes the limit of a project.
    fileprivate var projectOption: String { self == .sendsPerProof ? "--proof-limits" : "--unproven-sends" }
}

extension LimitUse {
    fileprivate func json(_ subject: LimitSubject) -> JSONValue {
        .members([
            "limit": .string(limit.rawValue), "of": subject.holder(of: limit).map { .string($0) },
            "count": .integer(Int64(quota.count)), "seconds": .integer(Int64(quota.seconds)),
            "used": .integer(Int64(used)), "admitsAt": admitsAt.map { .string($0.rfc3339) },
            "freeAt": freeAt.map { .string($0.rfc3339) },
        ])
    }

    fileprivate func row(_ subject: LimitSubject) -> [String] {
        [
            limit.rawValue, subject.holder(of: limit) ?? "-", "\(used) of \(quota.count)", "\(quota.seconds) s",
            admitsAt?.rfc3339 ?? "now", freeAt?.rfc3339 ?? "-",
        ]
    }
}

extension [LimitUse] {
    fileprivate func text(_ subject: LimitSubject) -> String {
        table([["LIMIT", "OF", "USED", "IN", "ADMITS", "ALL FREE"]] + map { $0.row(subject) })
    }
}
