import AccountCore
import StrictJSON
import Synchronization
import VerificationCore

/// A provider for operators that says what a test has chosen, once for each code.
package final class ScriptedSignOnProvider: SignOnProvider {
    private struct State {
        var claims: [String: JSONObject] = [:]
        var used: Set<String> = []
        var trouble: SignOnError?
        var grants: [SignOnGrant] = []
    }

    package static let issuer = "https://id.example"

    private let state = Mutex(State())

    package init() {}

    /// The grants that were brought, in order.
    package var grants: [SignOnGrant] { state.withLock(\.grants) }

    /// Gives a code to a person of whom the ID token says this.
    package func give(_ code: String, for claims: JSONObject) { state.withLock { $0.claims[code] = claims } }

    /// Lets each call fail; nil to let it answer.
    package func fail(_ trouble: SignOnError?) { state.withLock { $0.trouble = trouble } }

    package func document(at now: Timestamp) async throws(SignOnError) -> SignOnDocument {
        if let trouble = state.withLock(\.trouble) { throw trouble }
        let issuer = Self.issuer
        do throws(KeySetError) {
            return try SignOnDocument(
                [
                    "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/auth?tenant=1"),
                    "token_endpoint": .string(issuer + "/token"), "jwks_uri": .string(issuer + "/keys"),
                ], of: issuer)
        } catch {
            throw .unusable(error.words)
        }
    }

    package func claims(of grant: SignOnGrant, at now: Timestamp) async throws(SignOnError) -> SignOnClaims {
        let (claims, isNew, trouble) = state.withLock { state in
            state.grants.append(grant)
            return (state.claims[grant.code], state.used.insert(grant.code).inserted, state.trouble)
        }
        if let trouble { throw trouble }
        guard let claims, isNew else { throw .badCode }
        return SignOnClaims(claims)
    }
}
