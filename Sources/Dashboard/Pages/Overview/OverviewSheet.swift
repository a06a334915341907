import Operations
import StrictJSON
import VerificationCore

/// What the overview knows.
struct OverviewSheet {
    let situation: Situation
    let judgement: Judgement
    let since: [Rule: Timestamp]

    var data: JSONValue {
        let counts = situation.counts.value
        return [
            "level": .string(judgement.level.rawValue),
            "findings": .array(judgement.findings.map(finding)),
            "stages": .array(stages),
            "minutes": .count(Counts.funnelMinutes),
            "funnel": .array(counts.map(FunnelRow.all) ?? []),
            "backlog": situation.backlog?.data ?? .null,
            "arrivalsPerMinute": counts.map { .decimal($0.arrivals) } ?? .null,
            "departuresPerMinute": counts.map { .decimal($0.departures) } ?? .null,
            "charts": .array(counts.map(OverviewCharts.all) ?? []),
            "failures": .array((counts?.failures ?? []).map(failure)),
            "changes": .array(changes),
            "queuesKnown": situation.queues.sign, "gatewaysKnown": situation.gateways.sign,
            "workersKnown": situation.workers.sign, "countsKnown": situation.counts.sign,
            "changesKnown": situation.changes.sign,
        ]
    }

    private func finding(_ finding: Judgement.Finding) -> JSONValue {
        [
            "rule": .string(finding.rule.rawValue), "level": .string(finding.level.rawValue),
            "sentence": .string(finding.sentence), "measure": .string(finding.measure),
            "since": .time(since[finding.rule]),
            "links": .array(finding.rule.links.map { ["path": .string($0.path), "words": .string($0.words)] }),
        ]
    }

    private func failure(_ group: TallyGroup) -> JSONValue {
        [
            "kind": .string(group.kind.rawValue), "gateway": .string(group.gateway), "reason": .string(group.reason),
            "count": .count(group.count), "regions": .string(group.regions.joined(separator: ", ")),
            "firstAt": .time(group.minutes.lowerBound.beginning), "lastAt": .time(group.minutes.upperBound.beginning),
        ]
    }

    /// What operators did, and workers that started in the last six hours; the newest first.
    private var changes: [JSONValue] {
        let deeds = (situation.changes.value ?? []).filter(\.entry.isChange).map { line in
            let entry = line.entry
            let why = entry.reason.isEmpty ? "" : " (\(entry.reason))"
            return (line.at, "\(entry.actor): \(entry.deed.rawValue), \(entry.subject)\(why), \(entry.result.rawValue)")
        }
        let starts = (situation.workers.value?.workers ?? []).compactMap(\.word).filter {
            situation.at - $0.startedAt < .seconds(6 * 3_600)
        }.map { ($0.startedAt, "a worker started on \($0.host), version \($0.version)") }
        return (deeds + starts).sorted { $0.0 > $1.0 }.prefix(8).map { ["at": .time($0.0), "what": .string($0.1)] }
    }
}

extension AuditEntry {
    /// Whether it may have changed how the installation works.
    fileprivate var isChange: Bool {
        switch deed {
        case .signIn, .signOut, .look, .unmask: false
        case .cancelVerification, .liftLimit, .pauseQueue, .resumeQueue, .replayDeadLetters, .purgeDeadLetters,
            .switchGateway, .changeOperator, .changeTestNumber, .changeBlock:
            result == .done
        }
    }
}

extension Backlog {
    fileprivate var data: JSONValue {
        let drains: (word: String, after: Duration?) =
            switch drain {
            case .empty: ("empty", nil)
            case .after(let duration): ("after", duration)
            case .never: ("never", nil)
            }
        return [
            "ready": .count(ready), "oldestAgeSeconds": .seconds(oldestAge), "isGrowing": .bool(drain == .never),
            "drain": .string(drains.word), "drainsInSeconds": .seconds(drains.after),
        ]
    }
}

extension Rule {
    /// Where a person goes first; each page asks before it does anything.
    fileprivate var links: [(path: String, words: String)] {
        let help = ("/help#\(rawValue)", "What to do")
        return switch self {
        case .databaseAway, .brokerAway, .notQueued: [help]
        case .requestsPaused: [("/queues/requests/resume", "Resume requests…"), help]
        case .eventsPaused: [("/queues", "Queues"), help]
        case .noWorkers: [("/workers", "Workers"), help]
        case .noGateways, .gatewayAway, .gatewayFails: [("/gateways", "Gateways"), ("/failures", "Failures"), help]
        case .codesLate, .backlogGrows:
            [("/workers", "Workers"), ("/gateways", "Gateways"), ("/queues/requests/pause", "Pause requests…"), help]
        case .approvedFalls: [("/countries", "Countries"), ("/gateways", "Gateways"), help]
        }
    }
}
