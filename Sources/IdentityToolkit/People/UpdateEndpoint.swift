import AccountCore
import Accounts
import StrictJSON

/// `accounts:update`: changes one's own account, or for an administrator any account.
struct UpdateEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.update

    func answer(_ call: WireCall) async throws -> JSONObject {
        if !ports.policy.takesNullFactors { try call.body.refuseNullFactors() }
        try call.body.refuseTenant()
        for member in ["provider", "upgradeToFederatedLogin"] where call.body.has(member) {
            throw AccountError.notServed("\(member) is not implemented yet.")
        }
        // No mail ever brought a code.
        guard try call.body.filled("oobCode") == nil else { throw AccountError.refused(.invalidOOBCode) }
        if let token = try call.body.filled("idToken") { return try await own(token, for: call) }
        guard call.isAdministrator else {
            throw AccountError.refused(.invalidRequest, "Unsupported request parameters.")
        }
        return try await other(call)
    }

    private func own(_ token: String, for call: WireCall) async throws -> JSONObject {
        let draft = try call.body.accountChange()
        let updated = try await UpdateAccount(ports).own(token, to: draft, from: call.address, of: call.project)
        var answer = Self.answer(updated.account, after: draft)
        if let session = updated.session { answer.setTokens(of: session) }
        return answer
    }

    private func other(_ call: WireCall) async throws -> JSONObject {
        guard let id = try call.body.filled("localId") else { throw AccountError.refused(.missingLocalID) }
        let draft = try call.body.accountChange()
        let (account, factors) = try await UpdateAccount(ports).other(id, to: draft, of: call.project)
        await call.note(.changedAccount(id, draft, factors), with: ports)
        return Self.answer(account, after: draft)
    }

    private static func answer(_ account: Account, after draft: AccountDraft) -> JSONObject {
        let user = JSONObject(userOf: account)
        var answer: JSONObject = ["kind": "identitytoolkit#SetAccountInfoResponse"]
        for member in ["localId", "email", "emailVerified", "displayName", "photoUrl", "passwordHash"] {
            answer[member] = user[member]
        }
        if draft.email != nil { answer["newEmail"] = user["email"] }
        // Clients keep only the ways in that are listed here.
        answer["providerUserInfo"] = .array(JSONObject.providerEntries(of: account))
        return answer
    }
}
