import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What the page of the events knows.
struct EventViewModel {
    let queues: Cached<[QueueReport]>
    let workers: Cached<Workforce>
    let outbox: Cached<OutboxReport>
    let receivers: Cached<[EventReceiver]>
    let counts: Cached<EventCounts>
    /// The app that is shown alone.
    var app = OneApp.all
    /// Why calls of its endpoint failed; nil for all apps.
    var ownReasons: Cached<[TallyGroup]>?

    var data: JSONValue {
        let queue = queues.value?.first { $0.role == .events }
        let steps = (queues.value ?? []).filter { report in queue.map { report.name.hasPrefix($0.name + ".") } ?? false
        }
        let retries = RetryQueueList(reports: steps)
        return [
            "outbox": outbox.value.map(waiting) ?? .null,
            "queue": queue.map { row($0, pause: workers.value?.pauses[.events]) } ?? .null,
            "retryQueues": retries.rows { row($0, pause: nil) }, "hasRetries": .bool(retries.isNotEmpty),
            "emptyRetryQueues": retries.emptyCount,
            "apps": .array((receivers.value ?? []).filter { shows($0.app.name) }.map(row)), "app": .text(app.id?.name),
            "isEmpty": .bool(receivers.value.map { !$0.contains { shows($0.app.name) } } == true && others.isEmpty),
            "others": .array(others),
            "reasons": .array((ownReasons.map { $0.value ?? [] } ?? counts.value?.reasons ?? []).map(reason)),
            "windowSeconds": .integer(Int64(EventCounts.minutes * 60)),
            "outboxKnown": outbox.sign, "queuesKnown": queues.sign, "workersKnown": workers.sign,
            "appsKnown": receivers.sign, "countsKnown": counts.sign,
        ]
    }

    private func waiting(_ report: OutboxReport) -> JSONValue {
        [
            "waiting": .count(report.count), "isCapped": .bool(report.isCapped), "oldestAt": .time(report.oldestAt),
        ]
    }

    private func row(_ report: QueueReport, pause: QueuePause?) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(report.name)
        switch report.state {
        case .missing: (object["isMissing"], object["ready"], object["consumers"]) = (true, .null, .null)
        case .present(let messages, let consumers, _):
            (object["isMissing"], object["ready"], object["consumers"]) = (false, .count(messages), .count(consumers))
        }
        object["pause"] =
            pause.map {
                [
                    "who": .string($0.who), "why": .string($0.reason), "since": .time($0.since),
                    "until": .time($0.until),
                ]
            } ?? .null
        return .object(object)
    }

    private func shows(_ name: String) -> Bool { app.id.map { $0.name == name } ?? true }

    private func row(_ receiver: EventReceiver) -> JSONValue {
        var object = JSONObject()
        object["app"] = .string(receiver.app.name)
        object["name"] = .string(receiver.name)
        object["host"] = .string(receiver.host)
        object["oldSecretUntil"] = .time(receiver.oldSecretUntil)
        object["waiting"] = .count(outbox.value.map { $0.waiting[receiver.app] ?? 0 })
        let mine = counts.value.map { $0.apps[receiver.app.name] ?? [:] }
        let (told, failed) = (mine.map { $0[.eventTold] ?? 0 }, mine.map { $0[.eventFailed] ?? 0 })
        object["told"] = .count(told)
        object["failed"] = .count(failed)
        object["failedShare"] = .share(failed ?? 0, of: (told ?? 0) + (failed ?? 0))
        object["putOff"] = .count(mine.map { $0[.eventPutOff] ?? 0 })
        object["givenUp"] = .count(mine.map { $0[.eventGivenUp] ?? 0 })
        object["isBad"] = .bool((failed ?? 0) > 0 && told == 0)
        return .object(object)
    }

    /// Apps without an endpoint now, whose events were counted.
    private var others: [JSONValue] {
        guard let receivers = receivers.value, let counts = counts.value else { return [] }
        let names = Set(receivers.map(\.app.name))
        return counts.apps.filter { !names.contains($0.key) && shows($0.key) }.sorted { $0.key < $1.key }.map {
            name, counts in
            [
                "app": .text(name.isEmpty ? nil : name), "told": .count(counts[.eventTold] ?? 0),
                "givenUp": .count(counts[.eventGivenUp] ?? 0),
            ]
        }
    }

    private func reason(_ group: TallyGroup) -> JSONValue {
        [
            "isGivenUp": .bool(group.kind == .eventGivenUp), "reason": .string(group.reason),
            "count": .count(group.count), "lastAt": .time(group.minutes.upperBound.beginning),
        ]
    }
}

/// Which events apps receive, and which fail.
struct EventPage: Sendable {
    let queries: CachedQueries
    let watch: EventWatch
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/events", menu: "/events", template: .events, reach: .single) { call in
            let app = try OneApp(call)
            async let queues = queries.queues.look()
            async let workers = queries.workers.look()
            async let outbox = watch.outbox.look()
            async let receivers = watch.receivers.look()
            async let counts = watch.counts.look()
            var ownReasons: Cached<[TallyGroup]>?
            if let id = app.id { ownReasons = await watch.reasons.look(id) }
            let model = EventViewModel(
                queues: await queues, workers: await workers, outbox: await outbox, receivers: await receivers,
                counts: await counts, app: app, ownReasons: ownReasons)
            return Page.Model(title: "Events", data: model.data)
        }
    }
}
