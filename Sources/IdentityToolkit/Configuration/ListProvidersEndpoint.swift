import AccountCore
import Accounts
import StrictJSON

/// `oauthIdpConfigs` and `defaultSupportedIdpConfigs` of a project: the providers of a kind that a project has.
struct ListProvidersEndpoint: WireEndpoint {
    let ports: AccountPorts
    let kind: ProviderKind

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
