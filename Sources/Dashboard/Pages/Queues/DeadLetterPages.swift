import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// The oldest dead letters one by one, and what an operator can do with each.
struct DeadLetterPages: Sendable {
    let service: DeadLetterService
    let server: PageServer

    var routes: [Route] { server.routes(list) + server.routes(replay) }

    /// It is not live: while the dashboard looks, a replay of another operator does not see the letters.
    private var list: Page {
        Page(path: "/queues/dead", menu: "/queues", template: .deadLetters, isLive: false) { call in
            Page.Model(
                title: "Dead letters",
                data: DeadLetterViewModel.data(try await service.oldestLetters(for: call.person)))
        }
    }

    private var replay: ActionPage {
        ActionPage(path: "/queues/dead/{letter}/replay", menu: "/queues") { call in
            let (letter, isExpired) = try await service.previewReplay(
                named: call.segment("letter") ?? "", for: call.person)
            return ActionPage.Preview(
                title: "Replay one dead letter", sentences: sentences(of: letter, isExpired: isExpired),
                facts: DeadLetterViewModel.facts(letter), button: letter.isReplayable ? "Replay this one" : nil)
        } perform: { call in
            let name = call.segment("letter") ?? ""
            try await service.replay(named: name, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(sentence: "The dead letter \(name) was replayed.", next: "/queues/dead")
        }
    }

    private func sentences(of letter: DeadLetterReport, isExpired: Bool) -> [String] {
        guard letter.content.isWhole else { return ["Its end was not kept, so it cannot be replayed."] }
        guard let kind = letter.kind else { return ["It does not say to which queue it belongs."] }
        let late = "It is past its deadline: it ends as expired, and nothing is sent."
        return ["It goes back to the queue of \(kind.rawValue), where a worker checks it again."]
            + (isExpired ? [late] : [])
    }
}
