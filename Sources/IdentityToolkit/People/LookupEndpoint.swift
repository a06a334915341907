import AccountCore
import Accounts
import StrictJSON

/// `accounts:lookup`: shows one's own account, or to an administrator the accounts that bear some names.
struct LookupEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.lookup

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let accounts = try await call.isAdministrator ? named(call) : [own(call)]
        var answer: JSONObject = ["kind": "identitytoolkit#GetAccountInfoResponse"]
        // Some libraries take an empty list for an account.
        if !accounts.isEmpty { answer["users"] = .array(accounts.map { .object(JSONObject(userOf: $0)) }) }
        return answer
    }

    private func own(_ call: WireCall) async throws -> Account {
        guard let token = try call.body.filled("idToken") else { throw AccountError.refused(.missingIDToken) }
        return try await LookUpAccounts(ports).own(token, of: call.project)
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
