import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What the overview knows.
struct OverviewViewModel {
    let situation: Situation
    let judgement: Judgement
    let since: [Rule: Since]
    /// The app whose funnel, charts and failures are shown alone.
    var app = OneApp.all
    /// What was counted of it; nil for all apps.
    var own: Cached<Counts>?
    var incidents = Cached<[Incident]>()
    var marks = Cached<[Mark]>()
    /// How the queues stood in the last hour.
    var queues = Cached<QueueHistory.Series>()

    var data: JSONValue {
        let counts = (own ?? situation.counts).value
        return [
            "app": .text(app.id?.name),
            "level": .string(judgement.verdict.rawValue), "unknown": .array(unknown),
            "findings": .array(judgement.causes.enumerated().map { finding($1, isGravest: $0 == 0) }),
            "followers": .array(judgement.followers.map { finding($0) }),
            "hasFollowers": .bool(!judgement.followers.isEmpty), "followerCount": .count(judgement.followers.count),
            "calm": .string(judgement.calm), "intended": .array(judgement.intents.map { $0.data(since: since) }),
            "acknowledged": .array(judgement.acknowledged.map { $0.data(since: since) }),
            "followersOfAcknowledged": .array(judgement.followersOfAcknowledged.map { finding($0) }),
            "strip": VerdictStrip(incidents.value ?? [], at: situation.at).data(of: incidents),
            "people": situation.counts.current.map { PeopleNow($0).data } ?? .null,
            "stages": .array(stages), "flow": .array(flow), "parts": .array(parts),
            "minutes": .count(Counts.funnelMinutes),
            "funnel": .array(counts.map(FunnelRow.all) ?? []),
            "waiting": situation.waitingData,
            "charts": .array(charts(counts)),
            "failures": .array((counts?.failures ?? []).map(failure)),
            "failuresKnown": .bool(counts.map { !$0.gaps.contains { $0.part == "failures" } } ?? false),
            "changes": .array(happenings.prefix(12).map(\.data)),
            "queuesKnown": situation.queues.sign(of: "Queues"),
            "gatewaysKnown": situation.gateways.sign(of: "Gateways and workers"),
            "workersKnown": situation.workers.sign(of: "Workers"),
            "countsKnown": (own ?? situation.counts).sign(of: "Counts"),
            "changesKnown": situation.changes.sign(of: "What changed"),
        ]
    }

    /// The queues hold the requests of all apps, so their charts are not among those of a single app.
    private func charts(_ counts: Counts?) -> [JSONValue] {
        let marks = happenings.marks()
        let ofQueues = app.id == nil ? queues.value.map { $0.requestCharts(marks: marks) } ?? [] : []
        return (counts.map { OverviewCharts.all($0, marks: marks) } ?? []) + ofQueues
    }

    private func finding(_ finding: Judgement.RuleFinding, isGravest: Bool = false) -> JSONValue {
        [
            "isGravest": .bool(isGravest), "rule": .string(finding.rule.rawValue),
            "level": .string(finding.level.rawValue),
            "sentence": .string(finding.sentence), "measure": .string(finding.measure),
            "advice": .string(finding.rule.advice), "since": .time(since[finding.rule]?.at),
            "isSinceAtLeast": .bool(since[finding.rule]?.isAtLeast ?? false),
            "links": .array(
                (finding.appLinks + finding.rule.links).map { link in
                    ["path": .string(link.path), "words": .string(link.words), "isAction": .bool(link.isAction)]
                }),
        ]
    }

    /// What could not be looked at; `verifyd status` has the same members.
    private var unknown: [JSONValue] {
        judgement.unknown.map { ["part": .string($0.name), "trouble": .string($0.trouble)] }
    }

    private func failure(_ group: TallyGroup) -> JSONValue {
        [
            "kind": .string(group.kind.rawValue),
            "what": .string(group.kind.failureWords),
            "gateway": .string(group.gateway), "reason": .string(group.reason),
            "count": .count(group.count), "regions": .string(group.regions.joined(separator: ", ")),
            "firstAt": .time(group.minutes.lowerBound.beginning), "lastAt": .time(group.minutes.upperBound.beginning),
        ]
    }

    /// What operators did, and what happened in the last 24 hours; the newest first.
    ///
    /// A silence has its mark after half a minute, and stands here at once.
    private var happenings: [Happening] {
        let silences = (situation.workers.value?.workers ?? []).filter(\.isSilent).map(\.silence)
        let marks = silences + (marks.value ?? []).filter { !silences.contains($0) }
        return Happening.list(actions: situation.changes.value ?? [], marks: marks)
    }
}

extension WorkerReport {
    /// The mark that this worker's silence has, or will have.
    fileprivate var silence: Mark {
        Mark(
            at: seenAt, kind: .workerSilent, subject: status?.host ?? name,
            detail: status.map { "process \($0.processID)" } ?? "")
    }
}

extension Rule {
    /// Where a person goes first; each page asks before it does anything, and an action is shown to people who may do
    /// it.
    fileprivate var links: [(path: String, words: String, isAction: Bool)] {
        pages.map { ($0.path, $0.words, false) }
            + (self == .requestsPaused ? [("/queues/requests/resume", "Resume requests…", true)] : [])
            + [(path, "What to do", false)]
    }
}

/// Whether it is broken, since when, and where.
struct OverviewPage: Sendable {
    let watch: SituationWatch
    let apps: AppQueries
    let incidents: IncidentQueries
    let queues: QueueHistory
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/", menu: "/", template: .overview, reach: .single) { call in
            let app = try OneApp(call)
            async let lately = incidents.lately.look()
            async let marks = incidents.marks.look()
            async let own = counts(of: app)
            async let series = queues.series.look(.hour)
            let (situation, judgement, since) = await watch.look()
            let model = OverviewViewModel(
                situation: situation, judgement: judgement, since: since, app: app, own: await own,
                incidents: await lately, marks: await marks, queues: await series)
            return Page.Model(title: "Overview", data: model.data)
        }
    }

    private func counts(of app: OneApp) async -> Cached<Counts>? {
        guard let id = app.id else { return nil }
        return await apps.overviews.look(id)
    }
}
