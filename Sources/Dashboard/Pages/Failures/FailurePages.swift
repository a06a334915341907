import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What goes wrong, in groups; and a page for each group.
struct FailurePages: Sendable {
    let board: FailureBoard
    let server: PageServer

    var routes: [Route] { server.routes(list) + server.routes(detail) }

    private var list: Page {
        Page(path: "/failures", menu: "/failures", template: .failures) { call in
            let window = try WindowLinks.window(of: call, default: .quarter)
            async let groups = board.groups.look(window)
            async let dead = board.dead.look()
            return Page.Sheet(
                title: "Failures", data: FailureSheet.data(await groups, dead: await dead, window: window))
        }
    }

    private var detail: Page {
        Page(path: "/failures/{kind}/{gateway}/{reason}", menu: "/failures", template: .failure) { call in
            let group = try group(of: call)
            let known = await board.details.look(group)
            // Nobody makes a page say something by a link: words of the address are shown only where they were counted.
            let isCounted = known.value?.isEmpty == false
            let shown = isCounted ? group : FailureBoard.Group(group.kind, gateway: "", reason: "", in: group.window)
            return Page.Sheet(title: shown.title, data: FailureSheet.data(known, of: group, shown: shown))
        }
    }

    private func group(of call: PageCall) throws(OperatorProblem) -> FailureBoard.Group {
        guard let kind = call.segment("kind").flatMap(TallyKind.init(rawValue:)), FailureBoard.kinds.contains(kind),
            let gateway = call.segment("gateway")?.fromPathSegment,
            let reason = call.segment("reason")?.fromPathSegment
        else { throw .nothing("such kind of failure") }
        return FailureBoard.Group(
            kind, gateway: gateway, reason: reason, in: try WindowLinks.window(of: call, default: .quarter))
    }
}

extension FailureBoard.Group {
    /// The address of its page, without the window.
    var path: String { "/failures/\(kind.rawValue)/\(gateway.pathSegment)/\(reason.pathSegment)" }

    fileprivate var title: String {
        [kind.failureWords, reason, gateway].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
