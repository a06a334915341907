import Accounts
import StrictJSON

/// `DELETE accounts` of the emulator: forgets all accounts of the project; codes stay.
struct DeleteAllEndpoint: WireEndpoint {
    let ports: AccountPorts

    func answer(_ call: WireCall) async throws -> JSONObject {
        try await ForgetAccounts(ports).all(of: call.project)
        return JSONObject()
    }
}
