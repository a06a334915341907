import AccountCore
import Accounts
import StrictJSON

/// `accounts:lookup`: shows one's own account, or to an administrator the accounts that bear some names.
struct LookupEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.lookup

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let users = try await call.isAdministrator ? named(call).map { JSONObject(userOf: $0) } : [own(call)]
        var answer: JSONObject = ["kind": "identitytoolkit#GetAccountInfoResponse"]
        // Some libraries take an empty list for an account.
        if !users.isEmpty { answer["users"] = .array(users.map(JSONValue.object)) }
        return answer
    }

    private func own(_ call: WireCall) async throws -> JSONObject {
        guard let token = try call.body.filled("idToken") else { throw AccountError.refused(.missingIDToken) }
        let (account, hasProvenFactor) = try await LookUpAccounts(ports).own(token, of: call.project)
        var user = JSONObject(userOf: account)
        // An SDK keeps its list of factors where an answer has none. So a session whose factors are gone hears that.
        if hasProvenFactor, account.factors.isEmpty { user["mfaInfo"] = [] }
        return user
    }

    private func named(_ call: WireCall) async throws -> [Account] {
        let body = call.body
        guard !body.has("initialEmail") else {
            throw AccountError.notServed("Lookup by initialEmail is not implemented.")
        }
        var names: [LookUpAccounts.Name] = try (body.texts("localId") ?? []).map { .id($0) }
        names += try (body.texts("email") ?? []).map { .email($0) }
        names += try (body.texts("phoneNumber") ?? []).map { .phone($0) }
        for identity in try body.objects("federatedUserId") ?? [] {
            guard let provider = try identity.filled("providerId"), let rawID = try identity.filled("rawId") else {
                continue
            }
            names.append(.identity(provider: provider, rawID: rawID))
        }
        return try await LookUpAccounts(ports).all(named: names, of: call.project)
    }
}
