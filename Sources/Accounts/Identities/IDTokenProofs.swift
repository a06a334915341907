import AccountCore
import Crypto
import VerificationCore

/// Verifies ID tokens of other providers.
struct IDTokenProofs: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// Finds out who the person is; token and nonce serve once, and their names are in `uses`.
    ///
    /// Of a token that is not for this project no key is read, so that strangers cannot let verifyd ask a provider.
    ///
    /// - Parameters:
    ///   - text: the ID token.
    ///   - presented: what came with it.
    ///   - provider: who must have made it.
    ///   - place: where the provider's keys are.
    ///   - project: to which the person wants to sign in.
    /// - Returns: the person.
    /// - Throws: `invalidIDPResponse` and `missingOrInvalidNonce`; `unavailable` while only the provider knows the key.
    func prove(
        _ text: String, with presented: PresentedIdentity, by provider: IdentityProvider, keys place: KeySetPlace,
        for project: Project
    ) async throws(AccountError) -> ProvenIdentity {
        guard text.utf8.count <= ForeignIDToken.longest, let token = TokenText(text), let claims = token.claims else {
            throw Self.bad("The ID token is malformed.")
        }
        guard ["RS256", "ES256"].contains(token.algorithm), let keyID = token.keyID else {
            throw Self.bad("The ID token is not signed with a key that it names.")
        }
        let read = try ForeignIDToken(claims, of: provider, at: ports.now())
        let key = try await ports.credentials.keySets.key(keyID, in: place, now: ports.now())
        guard let key, key.hasSigned(token) else {
            throw Self.bad("No key of \(provider.id) has signed the ID token.")
        }
        let nonce = presented.nonce?.nonEmpty
        try read.checkNonce(hash: nonce.map { Array(SHA256.hash(data: Array($0.utf8))).hex })
        var proven = read.identity
        (proven.idToken, proven.accessToken) = (text, presented.accessToken?.nonEmpty)
        // The signed bytes name the token: some signatures can be written in several ways. A project may know one issuer
        // under two names, and a token serves under one of them.
        let parts = [("token", token.signed), ("nonce\n\(provider.id)", read.nonce.map { Array($0.utf8) } ?? [])]
        for (kind, bytes) in parts where !bytes.isEmpty {
            let use = Self.use(of: bytes, as: kind, in: project.id)
            guard let use else { throw .internalError }
            proven.uses.insert(use)
        }
        return proven
    }

    /// The same for the same bytes, and nothing that tells them.
    private static func use(of bytes: [UInt8], as kind: String, in project: ProjectID) -> VerificationID? {
        let owner = Array("identity \(project)\n\(kind)\n".utf8)
        return VerificationID(bytes: Array(SHA256.hash(data: owner + bytes)).prefix(16))
    }

    private static func bad(_ words: String) -> AccountError { .refused(.invalidIDPResponse, words) }
}
