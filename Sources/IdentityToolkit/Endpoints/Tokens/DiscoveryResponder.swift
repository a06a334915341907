import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird

/// What a program needs to know of an issuer before it can check tokens.
struct DiscoveryResponder: HTTPResponder {
    /// How a call says which project it means.
    enum Place: Sendable {
        /// By its host and path, which are those of the issuer.
        case issuer
        /// By the project's id in the path, whatever the host.
        case project
    }

    let ports: AccountPorts
    let place: Place

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let find = FindIssuer(ports)
        let project =
            switch place {
            case .issuer: try await find.project(at: request, before: Project.discoveryPath)
            case .project: try await find.project(named: context.parameters.get("project"))
            }
        var response = Response.wire(project.openIDConfiguration)
        response.headers[.cacheControl] = PublicKeysResponder.caching
        return response
    }
}

extension FindIssuer {
    /// The project whose issuer stands before this end of the call's path, at the call's host.
    func project(at request: Request, before end: String) async throws -> Project {
        try await project(at: request.authority, path: String(request.path.dropLast(end.count)))
    }
}
