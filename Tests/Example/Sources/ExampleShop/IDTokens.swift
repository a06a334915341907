import AsyncHTTPClient
import Foundation
import Hummingbird
import JWTKit
import NIOCore

/// Checks ID tokens that verifyd has signed, by its public keys.
actor IDTokens {
    struct Claims: JWTPayload {
        var iss: IssuerClaim
        var aud: AudienceClaim
        var sub: SubjectClaim
        var exp: ExpirationClaim
        var phoneNumber: String?
        /// A custom claim that you give to the accounts of your test numbers.
        var tester: Bool?

        enum CodingKeys: String, CodingKey {
            case iss, aud, sub, exp, tester
            case phoneNumber = "phone_number"
        }

        func verify(using algorithm: some JWTAlgorithm) throws { try exp.verifyNotExpired() }
    }

    private let http: HTTPClient
    private let keysURL: String
    private let issuer: String
    private let project: String
    private var keys = JWTKeyCollection()
    private var ids: Set<String> = []
    private var readAt: ContinuousClock.Instant?

    init(http: HTTPClient, keysURL: String, issuer: String, project: String) {
        (self.http, self.keysURL, self.issuer, self.project) = (http, keysURL, issuer, project)
    }

    func claims(of token: String) async throws -> Claims {
        guard let header = try? DefaultJWTParser().parse([UInt8](token.utf8), as: Claims.self).header,
            header.alg == "RS256", let id = header.kid
        else { throw HTTPError(.unauthorized) }
        let keys = try await keys(with: id)
        guard let claims = try? await keys.verify(token, as: Claims.self), claims.iss.value == issuer,
            claims.aud.value == [project], claims.tester != true
        else { throw HTTPError(.unauthorized) }
        return claims
    }

    /// Reads the keys once an hour, and for a key id that is new, at most every ten seconds.
    private func keys(with id: String) async throws -> JWTKeyCollection {
        let now = ContinuousClock.now
        if let readAt, now - readAt < .seconds(ids.contains(id) ? 3_600 : 10) { return keys }
        do {
            let answer = try await http.execute(HTTPClientRequest(url: keysURL), timeout: .seconds(5))
            let body = try await answer.body.collect(upTo: 1 << 20)
            let set = try JSONDecoder().decode(JWKS.self, from: Data(body.readableBytesView))
            keys = try await JWTKeyCollection().add(jwks: set)
            ids = Set(set.keys.compactMap { $0.keyIdentifier?.string })
            readAt = now
        } catch {
            // While verifyd is away, the keys of before are as good as ever.
            guard ids.contains(id) else { throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"]) }
        }
        return keys
    }
}
