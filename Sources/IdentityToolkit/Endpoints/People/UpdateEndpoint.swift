import AccountCore
import Accounts
import StrictJSON

/// `accounts:update`: changes one's own account, or for an administrator any account.
struct UpdateEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.update

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        for member in ["provider", "upgradeToFederatedLogin"] where call.body.has(member) {
            throw WireError.notServed("\(member) is not implemented yet.")
        }
        return try await call.isAdministrator ? other(call) : own(call)
    }

    private func own(_ call: WireCall) async throws -> JSONObject {
        let body = call.body
        guard let token = try body.filled("idToken") else {
            // No mail ever brought a code.
            if try body.filled("oobCode") != nil { throw WireError.refused(.invalidOOBCode) }
            throw WireError.refused(.invalidRequest, "Unsupported request parameters.")
        }
        let updated = try await UpdateAccount(ports).own(
            token, to: try body.accountChange(), from: call.address, of: call.project)
        var answer = Self.answer(updated.account)
        if let session = updated.session { answer.setTokens(of: session) }
        return answer
    }

    private func other(_ call: WireCall) async throws -> JSONObject {
        guard let id = try call.body.filled("localId") else { throw WireError.refused(.missingLocalID) }
        guard try call.body.object("mfa")?.objects("enrollments")?.isEmpty ?? true else {
            throw WireError.notServed("mfa is not implemented yet.")
        }
        let wish = try call.body.accountChange()
        return Self.answer(try await UpdateAccount(ports).other(id, to: wish, of: call.project))
    }

    private static func answer(_ account: Account) -> JSONObject {
        let user = JSONObject(userOf: account)
        var answer: JSONObject = ["kind": "identitytoolkit#SetAccountInfoResponse"]
        for member in ["localId", "email", "emailVerified", "displayName", "photoUrl", "passwordHash"] {
            answer[member] = user[member]
        }
        // Clients keep only the ways in that are listed here.
        answer["providerUserInfo"] = .array(JSONObject.providerEntries(of: account))
        return answer
    }
}
