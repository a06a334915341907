import AccountCore
import Accounts
import StrictJSON

/// `oauthIdpConfigs` and `defaultSupportedIdpConfigs` of a project: shows a provider of a project.
struct ShowProviderEndpoint: WireEndpoint {
    let ports: AccountPorts
    let kind: ProviderKind

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
