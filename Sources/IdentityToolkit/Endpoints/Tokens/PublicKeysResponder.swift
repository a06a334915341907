import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird

/// The public keys of all tokens, for whoever checks tokens.
struct PublicKeysResponder: HTTPResponder {
    enum Form: Sendable {
        /// A set of JSON Web Keys (RFC 7517).
        case keySet
        /// Certificates as PEM, by the names of their keys.
        case certificates
    }

    let ports: AccountPorts
    let form: Form

    func respond(to request: Request, context: CallContext) async throws -> Response {
        var response =
            switch form {
            case .keySet: Response.wire(try await ports.tokens.jwks())
            case .certificates: Response.wire(try await ports.tokens.certificates())
            }
        // A new key is published longer than this before it signs.
        response.headers[.cacheControl] = "public, max-age=\(TokenDesk.keysAreFresh.components.seconds)"
        return response
    }
}
