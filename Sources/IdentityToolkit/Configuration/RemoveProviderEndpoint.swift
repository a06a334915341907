import AccountCore
import Accounts
import StrictJSON

/// `DELETE` of a provider: nobody signs in by it any more; accounts keep who they are there.
struct RemoveProviderEndpoint: WireEndpoint {
    let ports: AccountPorts
    let kind: ProviderKind

    func answer(_ call: WireCall) async throws -> JSONObject {
        try await ChangeProvider(ports).remove(
            call.provider ?? "", of: kind, by: call.administrator, from: call.project)
        return JSONObject()
    }
}
