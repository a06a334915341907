import AccountCore
import Accounts
import StrictJSON

/// `oauthIdpConfigs` and `defaultSupportedIdpConfigs` of a project: removes a provider from a project.
struct RemoveProviderEndpoint: WireEndpoint {
    let ports: AccountPorts
    let kind: ProviderKind

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
