import AccountCore
import StrictJSON

/// `getProjectConfig`: what an app may know of its project.
struct ProjectEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject {
        [
            "projectId": .string(call.projectNumber),
            "authorizedDomains": .array(call.project.authorizedDomains.map(JSONValue.string)),
        ]
    }
}
