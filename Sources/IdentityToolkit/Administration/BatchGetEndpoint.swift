import AccountCore
import Accounts
import StrictJSON

/// `accounts:batchGet` (formerly `downloadAccount`): a page of all accounts, with what is kept of their passwords.
struct BatchGetEndpoint: WireEndpoint {
    private static let usualSize = 20

    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        guard call.isAdministrator else { throw AccountError.refused(.insufficientPermission) }
        try call.body.refuseTenant()
        guard call.parameter("tenantId") == nil else { throw AccountError.refused(.unsupportedTenantOperation) }
        let token = try call.parameter("nextPageToken") ?? call.body.filled("nextPageToken")
        let page = try await ListAccounts(ports).page(
            after: token, size: try Self.size(call), of: call.project)
        let users = page.accounts.map { JSONValue.object(JSONObject(userOf: $0, hash: $0.passwordHash)) }
        var answer: JSONObject = ["kind": "identitytoolkit#DownloadAccountResponse", "users": .array(users)]
        answer.set("nextPageToken", to: page.next)
        return answer
    }

    private static func size(_ call: WireCall) throws(AccountError) -> Int {
        let inBody = try call.body.text("maxResults")
        guard let text = call.parameter("maxResults") ?? inBody else { return usualSize }
        guard let size = Int(text) else { throw .wrongType(path: "/maxResults", wanted: "integer") }
        return size < 1 ? usualSize : size
    }
}
