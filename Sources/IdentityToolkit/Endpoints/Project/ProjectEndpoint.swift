import AccountCore
import StrictJSON

/// `getProjectConfig`: what an app may know of its project.
struct ProjectEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject {
        [
            "projectId": .string("\(call.project.number)"),
            "authorizedDomains": .array(call.project.authorizedDomains.map(JSONValue.string)),
        ]
    }
}
