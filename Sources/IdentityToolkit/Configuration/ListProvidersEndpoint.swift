import AccountCore
import Accounts
import StrictJSON

/// `GET oauthIdpConfigs` and `defaultSupportedIdpConfigs`: a page of the providers of a project.
struct ListProvidersEndpoint: WireEndpoint {
    let kind: ProviderKind

    private static let usualSize = 20

    func answer(_ call: WireCall) async throws -> JSONObject {
        let token = call.parameter("pageToken") ?? call.parameter("page_token")
        let page = try ShowProviders().page(after: token, size: try Self.size(call), of: kind, in: call.project)
        var answer = JSONObject()
        if !page.providers.isEmpty { answer[kind.rawValue] = .array(page.providers.map(JSONValue.object)) }
        answer.set("nextPageToken", to: page.next)
        return answer
    }

    private static func size(_ call: WireCall) throws(AccountError) -> Int {
        guard let text = call.parameter("pageSize") ?? call.parameter("page_size") else { return usualSize }
        guard let size = Int(text) else { throw .wrongType(path: "/pageSize", wanted: "integer") }
        return size < 1 ? usualSize : size
    }
}
