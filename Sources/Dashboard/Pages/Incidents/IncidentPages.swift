import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Operations
import StrictJSON
import VerificationCore

/// What was wrong, when and for how long; and for each incident what changed around it, and a post-mortem to begin with.
struct IncidentPages: Sendable {
    let queries: IncidentQueries
    let server: PageServer

    var routes: [Route] { server.routes(list) + server.routes(story) + [file] }

    private var list: Page {
        Page(path: "/incidents", menu: "/incidents", template: .incidents, reach: .none) { call in
            let (rule, before) = (call.query("rule"), try call.before())
            guard rule == nil || rule.flatMap(Rule.init(rawValue:)) != nil else {
                throw OperatorError.unusable("There is no rule of this name.")
            }
            let (incidents, older) = try await queries.page(ofRule: rule, before: before)
            return Page.Model(
                title: "Incidents",
                data: IncidentViewModel.list(
                    incidents, older: older, rule: rule, before: before, keepingTrouble: queries.trouble))
        }
    }

    private var story: Page {
        Page(path: "/incidents/{incident}", menu: "/incidents", template: .incident, isLive: false, reach: .none) {
            call in
            let story = try await queries.story(of: try call.incident())
            return Page.Model(title: "Incident \(story.incident.number)", data: IncidentViewModel.story(story))
        }
    }

    private var file: Route {
        Route(.get, at: server.framing.base + "/incidents/{incident}/post-mortem.md") { request, context in
            let call = try server.call(request, in: context)
            let story = try await queries.story(of: try call.incident())
            let name = "incident-\(story.incident.number).md"
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/markdown; charset=utf-8", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"\(name)\"",
                ], body: ResponseBody(byteBuffer: ByteBuffer(string: story.markdown)))
        }
    }
}

extension PageCall {
    /// The number of the incident in the path.
    fileprivate func incident() throws(OperatorError) -> Int64 {
        let text = segment("incident") ?? ""
        guard let number = Int64(text) else { throw .nothing("incident \(text)") }
        return number
    }
}
