import Accounts
import StrictJSON

/// `GET config`: shows a project's configuration, also the codes of its test numbers.
struct ShowConfigurationEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        try await ShowConfiguration(ports).show(call.project)
    }
}
