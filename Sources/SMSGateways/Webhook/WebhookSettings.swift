import AsyncHTTPClient
import FoundationEssentials
import NIOHTTP1
import VerificationCore

/// How to reach one webhook.
package struct WebhookSettings: Sendable {
    /// Where to post to: `https`, or `http` to this machine.
    package var url: String
    /// `whsec_` and the Base64 of 24 to 64 bytes.
    package var secret: String
    /// Sent as `Authorization: Bearer …`; nil for no such header.
    package var bearerToken: String?
    /// Sent as `data.from`: the sender that the phone should show, if the receiver can set it.
    package var sender: String?
    /// Whether the receiver sends a single SMS when it gets the same `webhook-id` several times.
    package var honorsIdempotencyKeys = false
    /// Whether an answer of 5xx means that the receiver has sent nothing; if false, the outcome is unknown.
    ///
    /// An answer of 503 means "not sent" in either case.
    package var serverErrorsMeanNotSent = false
    /// Allows `http` to other machines; then every machine on the way can read codes and phone numbers.
    package var allowsPlaintext = false
    /// How many calls may wait for an answer at once; each call needs a connection of its own.
    package var connections = 1_000

    package init(url: String, secret: String) {
        self.url = url
        self.secret = secret
    }
}

extension WebhookSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows neither the secret nor the URL.
    package var description: String { "webhook" }
    package var debugDescription: String { description }
    /// Empty, so that a dump of a value that holds settings shows no secret either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension WebhookSettings {
    /// The request without a message; throws when the URL or the token cannot be used.
    func request() throws(GatewaySettingsError) -> HTTPClient.Request {
        // The client's error repeats the URL, which may hold a password.
        guard let plain = try? HTTPClient.Request(url: url, method: .POST), !plain.host.isEmpty,
            plain.url.user == nil, plain.url.password == nil, plain.url.fragment == nil
        else { throw GatewaySettingsError(.malformedURL, setting: "url") }
        guard plain.scheme == "https" || plain.scheme == "http" else {
            throw GatewaySettingsError(.malformedURL, setting: "url")
        }
        guard plain.scheme == "https" || allowsPlaintext || Self.isThisMachine(plain.host) else {
            throw GatewaySettingsError(.plaintext, setting: "url")
        }
        return try withHeaders(plain)
    }

    private func withHeaders(_ plain: HTTPClient.Request) throws(GatewaySettingsError) -> HTTPClient.Request {
        var request = plain
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "verifyd")
        if let bearerToken {
            guard !bearerToken.isEmpty, bearerToken.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw GatewaySettingsError(.malformedToken, setting: "token")
            }
            request.headers.add(name: "authorization", value: "Bearer \(bearerToken)")
        }
        return request
    }

    /// Accepts loopback addresses and `localhost`; every other name may resolve to another machine's address.
    private static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
