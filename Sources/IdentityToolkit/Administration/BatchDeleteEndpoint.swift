import AccountCore
import Accounts
import StrictJSON

/// `accounts:batchDelete`: deletes many accounts; without `force` only disabled accounts.
struct BatchDeleteEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.batchDelete

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let ids = try call.body.texts("localIds") ?? []
        let kept = try await DeleteAccounts(ports).many(
            ids, onlyDisabled: !(try call.body.truth("force") ?? false), of: call.project)
        await call.note(.deletedAccounts(ids.count, kept: kept.count), with: ports)
        if kept.isEmpty { return JSONObject() }
        let error = AccountError.refused(.notDisabled, "Disable the account before batch deletion.")
        let errors = kept.map { index -> JSONValue in
            ["index": .integer(Int64(index)), "localId": .string(ids[index]), "message": .string(error.message)]
        }
        return ["errors": .array(errors)]
    }
}
