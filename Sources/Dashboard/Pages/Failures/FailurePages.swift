import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What goes wrong, in groups; and a page for each group.
struct FailurePages: Sendable {
    let queries: FailureQueries
    let reasons: ReasonWords
    let server: PageServer

    var routes: [Route] { server.routes(list) + server.routes(detail) }

    private var list: Page {
        Page(path: "/failures", menu: "/failures", template: .failures, reach: .single) { call in
            let app = try OneApp(call)
            let window = try WindowLinks.window(of: call, default: .quarter)
            async let groups = queries.groups.look(AppWindow(window, of: app.id))
            async let dead = queries.dead.look()
            return Page.Model(
                title: "Failures",
                data: FailureViewModel(reasons: reasons).data(
                    await groups, dead: await dead, window: window, of: app))
        }
    }

    private var detail: Page {
        Page(path: "/failures/{kind}/{gateway}/{reason}", menu: "/failures", template: .failure, reach: .single) {
            call in
            let group = try group(of: call)
            async let happenings = server.happenings()
            let cached = await queries.details.look(group)
            // An attacker cannot make a page say something by a link: a name from the address is shown only if it was
            // counted.
            let isCounted = cached.value?.isEmpty == false
            let shown = isCounted ? group : FailureQueries.Group(group.kind, gateway: "", reason: "", in: group.window)
            return Page.Model(
                title: shown.title,
                data: FailureViewModel(reasons: reasons).data(
                    cached, of: group, shown: shown, marks: await happenings.marks()))
        }
    }

    private func group(of call: PageCall) throws(OperatorError) -> FailureQueries.Group {
        guard let kind = call.segment("kind").flatMap(TallyKind.init(rawValue:)), FailureQueries.kinds.contains(kind),
            let gateway = call.segment("gateway")?.fromPathSegment,
            let reason = call.segment("reason")?.fromPathSegment
        else { throw .nothing("such kind of failure") }
        return FailureQueries.Group(
            kind, gateway: gateway, reason: reason, in: try WindowLinks.window(of: call, default: .quarter),
            of: try OneApp(call).id)
    }
}

extension FailureQueries.Group {
    /// The address of its page, without the window.
    var path: String { "/failures/\(kind.rawValue)/\(gateway.pathSegment)/\(reason.pathSegment)" }

    fileprivate var title: String {
        [kind.failureWords, reason, gateway].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
