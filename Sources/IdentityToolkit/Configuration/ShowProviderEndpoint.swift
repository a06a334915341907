import AccountCore
import Accounts
import StrictJSON

/// `GET` of a provider: shows it without its secret, which no answer has.
struct ShowProviderEndpoint: WireEndpoint {
    let kind: ProviderKind

    func answer(_ call: WireCall) async throws -> JSONObject {
        try ShowProviders().one(call.provider ?? "", of: kind, in: call.project)
    }
}
