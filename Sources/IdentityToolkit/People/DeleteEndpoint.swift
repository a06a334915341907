import AccountCore
import Accounts
import StrictJSON

/// `accounts:delete`: deletes one's own account, or for an administrator any account.
struct DeleteEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.delete

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        if call.isAdministrator {
            guard let id = try call.body.filled("localId") else { throw AccountError.refused(.missingLocalID) }
            try await DeleteAccounts(ports).one(id, of: call.project)
            await call.note(.deletedAccount(id), with: ports)
        } else {
            guard let token = try call.body.filled("idToken") else { throw AccountError.refused(.missingIDToken) }
            try await DeleteAccounts(ports).own(token, of: call.project)
        }
        return ["kind": "identitytoolkit#DeleteAccountResponse"]
    }
}
