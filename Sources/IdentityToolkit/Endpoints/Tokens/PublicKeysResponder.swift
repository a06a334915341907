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

    /// How long anybody may keep the keys, and what says where they are: a new key is published longer before it signs.
    static let caching = "public, max-age=\(TokenDesk.keysAreFresh.components.seconds)"

    let ports: AccountPorts
    let form: Form

    func respond(to request: Request, context: CallContext) async throws -> Response {
        var response =
            switch form {
            case .keySet: Response.wire(try await ports.tokens.jwks())
            case .certificates: Response.wire(try await ports.tokens.certificates())
            }
        response.headers[.cacheControl] = Self.caching
        return response
    }
}
