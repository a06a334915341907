import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// How the queues stand, with what an operator can do about them.
struct QueuePages: Sendable {
    /// How many messages a replay of a page moves at most.
    static let mostReplayed = 10_000

    let watch: SituationWatch
    let service: QueueService
    let deadLetters: DeadLetterService
    let history: QueueHistory
    let server: PageServer

    var routes: [Route] {
        server.routes(page) + [pause, resume, replay, purge].flatMap(server.routes)
    }

    private var page: Page {
        Page(path: "/queues", menu: "/queues", template: .queues) { call in
            let window = try WindowLinks.window(of: call, default: .hour)
            async let happenings = server.happenings()
            async let series = history.series.look(window)
            let model = QueueViewModel(
                situation: await watch.look().situation, series: await series, window: window,
                marks: await happenings.marks())
            return Page.Model(title: "Queues", data: model.data)
        }
    }

    private var pause: ActionPage {
        ActionPage(path: "/queues/{queue}/pause", menu: "/queues") { call in
            let queue = try queue(of: call)
            let standing = try await service.preview(.pauseQueue, of: queue, for: call.person)
            let situation = await watch.look().situation
            return ActionPage.Preview(
                title: "Pause \(queue.rawValue)",
                sentences: [
                    queue.pausedMeaning,
                    "Workers stop within two seconds and finish what they have in flight; messages wait in the queue.",
                    "A pause without an end lasts until an operator resumes the queue, also when workers start anew.",
                ], facts: [("Workers", .count(standing.workers))] + (standing.pause.map(facts) ?? []),
                warning: standing.pause == nil && queue == .requests ? situation.pauseWarning : nil,
                isGrave: queue == .requests,
                fields: [PauseLength.field, .reason], button: "Pause \(queue.rawValue)")
        } perform: { call in
            let queue = try queue(of: call)
            let length = try PauseLength.chosen(call.field("for"))
            let (pause, isNew) = try await service.pause(
                queue, lasting: length.duration, because: try call.reason(), by: call.person)
            let end = pause.until.map { " It is resumed by itself at \($0.minuteWords)." } ?? ""
            let sentence =
                isNew
                ? "\(queue.rawValue) is paused; workers follow within two seconds.\(end)"
                : "\(queue.rawValue) was paused already, by \(pause.who): \(pause.reason).\(end)"
            return ActionPage.Outcome(sentence: sentence, next: "/queues")
        }
    }

    private var resume: ActionPage {
        ActionPage(path: "/queues/{queue}/resume", menu: "/queues") { call in
            let queue = try queue(of: call)
            let standing = try await service.preview(.resumeQueue, of: queue, for: call.person)
            return ActionPage.Preview(
                title: "Resume \(queue.rawValue)",
                sentences: ["Workers take messages from the queue again within two seconds, the oldest first."],
                facts: [("Workers", .count(standing.workers))]
                    + (standing.pause.map(facts) ?? [("Paused", "not")]),
                button: "Resume \(queue.rawValue)")
        } perform: { call in
            let queue = try queue(of: call)
            let wasPaused = try await service.resume(queue, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(
                sentence: wasPaused ? "\(queue.rawValue) is resumed." : "\(queue.rawValue) was not paused.",
                next: "/queues")
        }
    }

    private func facts(_ pause: QueuePause) -> [(name: String, value: JSONValue)] {
        [("Paused by", .string(pause.who)), ("Why", .string(pause.reason)), ("Since", .string(pause.since.clock))]
            + (pause.until.map { [("Until", .string($0.clock))] } ?? [])
    }

    private func queue(of call: PageCall) throws(OperatorError) -> WorkQueue {
        guard let queue = call.segment("queue").flatMap(WorkQueue.init(rawValue:)) else {
            throw .nothing("such queue that can be paused")
        }
        return queue
    }
}

extension WorkQueue {
    fileprivate var pausedMeaning: String {
        switch self {
        case .requests: "While it is paused, nobody gets a code. Requests that expire in the meantime are dropped."
        case .receipts: "While it is paused, delivery receipts are not recorded; codes are sent and checked as usual."
        case .events: "While it is paused, no webhooks are sent; codes are sent and checked as usual."
        }
    }
}

/// What an operator does with dead letters.
extension QueuePages {
    /// The form's value for all reasons.
    private static let allReasons = "all"

    var replay: ActionPage {
        ActionPage(path: "/queues/dead/replay", menu: "/queues") { call in
            try await deadLetters.admit(call.person)
            // The page of failures leads here with a reason.
            let chosen = try Self.reason(called: call.query("of"))
            let plan = try await deadLetters.previewReplay(of: chosen, limit: Self.mostReplayed, for: call.person)
            let dead = plan.survey
            let words = Set(dead.reasons.keys.map(\.word)).union(chosen.map { [$0.word] } ?? []).sorted()
            return ActionPage.Preview(
                title: "Replay dead letters",
                sentences: dead.present == 0
                    ? ["There are no dead letters."]
                    : [
                        "The messages go back to their own queues, the oldest first.",
                        "A worker checks each again: expired or already sent messages are skipped.",
                    ],
                facts: facts(dead)
                    + [
                        ("Would be replayed", .count(plan.moved)),
                        ("Of these past their deadline", .count(plan.expired)),
                    ],
                fields: [
                    ActionPage.Field(
                        name: "of", label: "Only dead letters with the reason", kind: .choice,
                        value: chosen?.word ?? Self.allReasons,
                        options: [Self.allReasons] + words),
                    ActionPage.Field(
                        name: "limit", label: "At most", kind: .number,
                        value: "\(min(chosen.map { dead.reasons[$0] ?? 0 } ?? dead.present, Self.mostReplayed))"),
                    .reason,
                ], button: dead.present == 0 ? nil : "Replay")
        } perform: { call in
            let reason = try Self.reason(called: call.field("of"))
            guard let limit = call.field("limit").flatMap(Int.init), limit > 0 else {
                throw OperatorError.unusable("Enter a maximum.")
            }
            let replay = try await deadLetters.replay(
                reason, limit: min(limit, Self.mostReplayed), because: try call.reason(), by: call.person)
            let early = replay.problem.map { " It ended early: \($0)." } ?? ""
            return ActionPage.Outcome(
                sentence: "\(replay.replayed) messages were replayed, \(replay.left) are left.\(early)", next: "/queues"
            )
        }
    }

    var purge: ActionPage {
        ActionPage(path: "/queues/dead/purge", menu: "/queues") { call in
            let dead = try await deadLetters.previewPurge(for: call.person)
            return ActionPage.Preview(
                title: "Purge dead letters",
                sentences: [dead.present == 0 ? "There are no dead letters." : "All dead letters are deleted."],
                facts: facts(dead),
                warning: dead.present == 0
                    ? nil : "This cannot be undone. Messages dead-lettered in the meantime are purged too.",
                fields: [.typedName("dead"), .reason], button: dead.present == 0 ? nil : "Purge all")
        } perform: { call in
            guard call.field("name") == "dead" else { throw OperatorError.unusable("Type dead to confirm.") }
            let (count, _) = try await deadLetters.purge(because: try call.reason(), by: call.person)
            return ActionPage.Outcome(sentence: "\(count) dead letters were purged.", next: "/queues")
        }
    }

    /// Nil for all reasons.
    private static func reason(called word: String?) throws(OperatorError) -> DeathReason? {
        guard let word, word != allReasons else { return nil }
        guard let reason = DeathReason(word: word) else {
            throw .unusable("No dead letter has such a reason.")
        }
        return reason
    }

    private func facts(_ dead: DeadLetterSurvey) -> [(name: String, value: JSONValue)] {
        let looked = dead.present > dead.found.count ? " of the oldest \(dead.found.count)" : ""
        let groups =
            dead.kinds.map { ($0.key?.rawValue ?? "of no queue", $0.value) }.sorted { $0.1 > $1.1 }
            + dead.reasons.map { ($0.key.word, $0.value) }.sorted { $0.1 > $1.1 }
        return [("Dead letters", .count(dead.present))] + groups.map { ("\($0.0)\(looked)", .count($0.1)) }
    }
}
