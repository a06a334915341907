import AccountCore
import Synchronization
import VerificationCore

/// The operators' provider, by OpenID Connect: its document from memory, and its ID tokens checked as those of people are.
///
/// The document is read anew when it is an hour old. While the provider gives no answer, the last document is good for a
/// day. A provider without a known document is asked once in `pause` at most, however many browsers wait.
package final class OpenIDSignOn: SignOnProvider {
    private struct Known: Sendable {
        var document: SignOnDocument?
        var readAt = Timestamp(seconds: 0)
        var askedAt: Timestamp?
        var trouble = SignOnError.unreachable("not asked yet")
        var reading: Task<Void, Never>?

        func age(at now: Timestamp) -> Duration { max(now - readAt, .zero) }
    }

    private static let life = Duration.seconds(3_600)
    private static let longestLife = Duration.seconds(86_400)
    private static let pause = Duration.seconds(3)

    private let client: SignOnClient
    private let server: any SignOnServer
    private let tokens: SignOnTokens
    private let known = Mutex(Known())

    /// `keys`: the provider's keys; no other's.
    package init(_ client: SignOnClient, at server: any SignOnServer, keys: KeySetCache) {
        (self.client, self.server) = (client, server)
        tokens = SignOnTokens(client, keys: keys)
    }

    package func document(at now: Timestamp) async throws(SignOnError) -> SignOnDocument {
        let before = known.withLock { $0 }
        if let document = before.document, before.age(at: now) < Self.life { return document }
        await beginRead(at: now)?.value
        let after = known.withLock { $0 }
        guard let document = after.document, after.age(at: now) < Self.longestLife else { throw after.trouble }
        return document
    }

    package func claims(of grant: SignOnGrant, at now: Timestamp) async throws(SignOnError) -> SignOnClaims {
        let document = try await document(at: now)
        let token = try await server.idToken(for: grant, at: document)
        return SignOnClaims(
            try await tokens.claims(in: token, nonce: grant.nonce, keys: .url(document.keySetURL), at: now))
    }

    /// Begins to read the document, or gives the read that another call has begun; nil where it was asked just now.
    private func beginRead(at now: Timestamp) -> Task<Void, Never>? {
        known.withLock { known in
            if let reading = known.reading { return reading }
            if let askedAt = known.askedAt, (.zero..<Self.pause).contains(now - askedAt) { return nil }
            known.askedAt = now
            let reading = Task { await self.read(at: now) }
            known.reading = reading
            return reading
        }
    }

    private func read(at now: Timestamp) async {
        let outcome: Result<SignOnDocument, SignOnError>
        do throws(SignOnError) { outcome = .success(try await server.document()) } catch { outcome = .failure(error) }
        known.withLock { known in
            known.reading = nil
            switch outcome {
            case .success(let document): (known.document, known.readAt) = (document, now)
            case .failure(let trouble): known.trouble = trouble
            }
        }
    }
}
