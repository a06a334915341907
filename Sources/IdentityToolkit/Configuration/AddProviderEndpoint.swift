import AccountCore
import Accounts
import StrictJSON

/// `POST oauthIdpConfigs` and `defaultSupportedIdpConfigs`: adds a provider to a project.
struct AddProviderEndpoint: WireEndpoint {
    let ports: AccountPorts
    let kind: ProviderKind

    var schema: WireSchema { .provider(kind) }

    func answer(_ call: WireCall) async throws -> JSONObject {
        let id = Self.names(of: kind).lazy.compactMap(call.parameter).first
        return try await ChangeProvider(ports).add(
            id ?? "", saying: call.body.members, of: kind, by: call.administrator, to: call.project)
    }

    /// The parameter that names the new provider, in both spellings of the wire.
    private static func names(of kind: ProviderKind) -> [String] {
        switch kind {
        case .known: ["idpId", "idp_id"]
        case .openID: ["oauthIdpConfigId", "oauth_idp_config_id"]
        }
    }
}
