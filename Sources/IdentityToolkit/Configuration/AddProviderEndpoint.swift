import AccountCore
import Accounts
import StrictJSON

/// `oauthIdpConfigs` and `defaultSupportedIdpConfigs` of a project: adds a provider to a project.
struct AddProviderEndpoint: WireEndpoint {
    let ports: AccountPorts
    let kind: ProviderKind

    func answer(_ call: WireCall) async throws -> JSONObject {
        throw AccountError.notServed("This method is not implemented here.")
    }
}
