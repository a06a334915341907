import AccountCore
import Accounts
import HTTPService
import Hummingbird

/// The public keys at an issuer that has a path; the keys are the same for all projects.
struct IssuerKeysResponder: HTTPResponder {
    let ports: AccountPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        _ = try await FindIssuer(ports).project(at: request, before: Project.keySetPath)
        return try await PublicKeysResponder(ports: ports, form: .keySet).respond(to: request, context: context)
    }
}
