import AccountCore
import Accounts
import StrictJSON

/// `accounts:query`: counts the accounts of a project, or lists some of them.
struct QueryEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.query

    func answer(_ call: WireCall) async throws -> JSONObject {
        try call.body.refuseTenant()
        let (names, window) = (try Self.names(call.body), try Self.window(call.body))
        guard try call.body.truth("returnUserInfo") ?? true else {
            return ["recordsCount": .string("\(try await count(names, of: call.project))")]
        }
        let found = try await accounts(names, window: window, of: call.project)
        return [
            "recordsCount": .string("\(found.count)"),
            "userInfo": .array(found.map { .object(JSONObject(userOf: $0)) }),
        ]
    }

    private func count(_ names: [LookUpAccounts.Name]?, of project: Project) async throws -> Int {
        guard let names else { return try await ListAccounts(ports).count(of: project) }
        return try await LookUpAccounts(ports).all(named: names, of: project).count
    }

    private func accounts(
        _ names: [LookUpAccounts.Name]?, window: ListAccounts.Window, of project: Project
    ) async throws -> [Account] {
        guard let names else { return try await ListAccounts(ports).all(window, of: project) }
        return try await ListAccounts(ports).named(names, in: window, of: project)
    }

    /// Nil for a query of all accounts; of several names in an expression the first counts.
    private static func names(_ body: WireBody) throws(AccountError) -> [LookUpAccounts.Name]? {
        guard let expressions = try body.objects("expression"), !expressions.isEmpty else { return nil }
        var names: [LookUpAccounts.Name] = []
        for expression in expressions {
            if let email = try expression.filled("email") {
                names.append(.email(email))
            } else if let phone = try expression.filled("phoneNumber") {
                names.append(.phone(phone))
            } else if let id = try expression.filled("userId") {
                names.append(.id(id))
            }
        }
        return names
    }

    private static func window(_ body: WireBody) throws(AccountError) -> ListAccounts.Window {
        let field = try body.word("sortBy", of: WireSchema.sortFields) ?? WireSchema.sortFields[0]
        guard WireSchema.sortFields.prefix(2).contains(field) else {
            throw .notServed("Only sorting by USER_ID is implemented.")
        }
        let limit = try body.number("limit") ?? 0
        let window = ListAccounts.Window(
            offset: try body.number("offset") ?? 0, limit: limit == 0 ? Int64(ListAccounts.Window.most) : limit,
            isDescending: try body.word("order", of: WireSchema.orders) == "DESC")
        guard let window else { throw .refused(.invalidPageSelection) }
        return window
    }
}
