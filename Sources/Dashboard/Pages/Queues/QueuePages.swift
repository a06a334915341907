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
    let server: PageServer

    var routes: [Route] {
        server.routes(page) + [pause, resume, replay, purge].flatMap(server.routes)
    }

    private var page: Page {
        Page(path: "/queues", menu: "/queues", template: .queues) { _ in
            Page.Model(title: "Queues", data: QueueViewModel.data(await watch.look().situation))
        }
    }

    private var pause: ActionPage {
        ActionPage(path: "/queues/{queue}/pause", menu: "/queues") { call in
            let queue = try queue(of: call)
            let standing = try await service.preview(.pauseQueue, of: queue, for: call.person)
            return ActionPage.Preview(
                title: "Pause \(queue.rawValue)",
                sentences: [
                    queue.pausedMeaning,
                    "Workers stop within two seconds and finish what they have in hand; messages wait in the queue.",
                    "The pause lasts until somebody resumes the queue, also when workers start anew.",
                ], facts: [("Workers", .count(standing.workers))] + (standing.pause.map(facts) ?? []),
                button: "Pause \(queue.rawValue)")
        } perform: { call in
            let queue = try queue(of: call)
            let (pause, isNew) = try await service.pause(queue, because: try call.reason(), by: call.person)
            let sentence =
                isNew
                ? "\(queue.rawValue) is paused; workers follow within two seconds."
                : "\(queue.rawValue) was paused already, by \(pause.who): \(pause.reason)."
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
                sentence: wasPaused ? "\(queue.rawValue) goes on." : "\(queue.rawValue) was not paused.",
                next: "/queues")
        }
    }

    private func facts(_ pause: QueuePause) -> [(name: String, value: JSONValue)] {
        [("Paused by", .string(pause.who)), ("Why", .string(pause.reason)), ("Since", .string(pause.since.clock))]
    }

    private func queue(of call: PageCall) throws(OperatorProblem) -> WorkQueue {
        guard let queue = call.segment("queue").flatMap(WorkQueue.init(rawValue:)) else {
            throw .nothing("such queue that can be paused")
        }
        return queue
    }
}

extension WorkQueue {
    fileprivate var pausedMeaning: String {
        switch self {
        case .requests: "While it is paused, nobody gets a code. Requests whose time runs out meanwhile are dropped."
        case .receipts: "While it is paused, delivery receipts are not recorded; codes are sent and checked as ever."
        case .events: "While it is paused, apps are told nothing; codes are sent and checked as ever."
        }
    }
}
