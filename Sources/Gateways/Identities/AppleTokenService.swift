import AccountCore
import Connections
import StrictJSON
import VerificationCore

/// Apple's token service over HTTP.
package struct AppleTokenService: AppleTokens {
    private static let patience = Duration.seconds(5)
    /// For how many seconds a secret is good; Apple takes up to half a year.
    private static let lifeOfSecret: Int64 = 300
    /// What Apple calls itself, also where tests play it.
    private static let audience = "https://appleid.apple.com"
    /// The errors that Apple documents, beside `invalid_grant`.
    private static let faults: Set<String> = [
        "invalid_request", "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
    ]

    private let way: HTTPWay
    private let limit: Duration

    /// `way`: how the calls get there; `limit`: how long both may take together, with their connections.
    package init(by way: HTTPWay = HTTPWay(), within limit: Duration? = nil) {
        (self.way, self.limit) = (way, limit ?? Self.patience)
    }

    /// A code is exchanged first: Apple revokes tokens only.
    ///
    /// It follows no redirect, reads at most 64 KiB of each answer, and takes no longer than 5 seconds.
    package func revoke(_ revocation: AppleRevocation) async throws(AppleTokenError) {
        let secret = try Self.secret(revocation)
        let revoking = try Self.place("auth/revoke", of: revocation)
        let calls = DeadlinedCalls(to: revoking, by: way, within: limit)
        var (token, kind) = (revocation.token, revocation.kind)
        if kind == .code {
            let place = try Self.place("auth/token", of: revocation)
            let form = revocation.exchange(by: secret)
            (token, kind) = try Self.tokens(in: await calls.call(place.request(form.bytes)))
        }
        var form = revocation.client(by: secret)
        form.add("token", value: token)
        form.add("token_type_hint", value: kind == .accessToken ? "access_token" : "refresh_token")
        let end = await calls.call(revoking.request(form.bytes))
        await calls.end()
        try Self.check(try Self.reply(end))
    }

    /// A token that shows Apple who asks.
    private static func secret(_ revocation: AppleRevocation) throws(AppleTokenError) -> String {
        guard let key = AppleSigningKey(pem: revocation.privateKey, keyID: revocation.key.key) else {
            throw .unusable("the private key is no key of P-256 in PEM")
        }
        let now = revocation.askedAt.unixSeconds
        let secret = key.token([
            "iss": .string(revocation.key.team), "iat": .integer(now), "exp": .integer(now + lifeOfSecret),
            "aud": .string(audience), "sub": .string(revocation.client),
        ])
        guard let secret else { throw .unusable("no token can be made") }
        return secret
    }

    private static func place(_ path: String, of revocation: AppleRevocation) throws(AppleTokenError) -> HTTPEndpoint {
        // What is wrong with a URL would repeat it.
        guard !revocation.url.contains("?"),
            let place = try? HTTPEndpoint(url: revocation.url.asFolder + path, contentType: FormBody.contentType)
        else { throw .unusable("the URL is malformed") }
        return place
    }

    private static func reply(_ end: HTTPCallEnd) throws(AppleTokenError) -> HTTPReply {
        switch end {
        case .answered(let reply): return reply
        case .unanswered(let reason), .neverLeft(let reason): throw .unreachable(reason)
        }
    }

    /// Apple's words about an error may repeat the token; its codes do not.
    private static func check(_ reply: HTTPReply) throws(AppleTokenError) {
        guard reply.status != 200 else { return }
        let error = reply.json?["error"]?.string ?? ""
        if reply.status == 400, error == "invalid_grant" { throw .badToken }
        throw .unusable(faults.contains(error) ? error : "status \(reply.status)")
    }

    /// What a code was exchanged for; the end of a refresh token ends the access tokens too.
    private static func tokens(
        in end: HTTPCallEnd
    ) throws(AppleTokenError) -> (String, AppleRevocation.Kind) {
        let reply = try reply(end)
        try check(reply)
        if let token = reply.json?["refresh_token"]?.string, !token.isEmpty { return (token, .refreshToken) }
        if let token = reply.json?["access_token"]?.string, !token.isEmpty { return (token, .accessToken) }
        throw .unusable("the answer has no token")
    }
}

extension AppleRevocation {
    fileprivate func client(by secret: String) -> FormBody {
        var form = FormBody()
        form.add("client_id", value: client)
        form.add("client_secret", value: secret)
        return form
    }

    fileprivate func exchange(by secret: String) -> FormBody {
        var form = client(by: secret)
        form.add("code", value: token)
        form.add("grant_type", value: "authorization_code")
        form.add("redirect_uri", value: redirectURI)
        return form
    }
}
