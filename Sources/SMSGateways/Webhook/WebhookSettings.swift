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
    /// Sent as `Authorization: Bearer …` when there is one.
    package var bearerToken: String?
    /// Passed on as `data.from`: the sender that the receiver should show, if it can.
    package var sender: String?
    /// Whether the receiver sends one SMS for one `webhook-id`, however often it is called.
    package var honorsIdempotencyKeys = false
    /// Whether an answered 5xx means that nothing was sent; if the receiver does not promise it, a 5xx stays unknown.
    package var serverErrorsMeanNotSent = false
    /// Allows `http` to other machines: everybody on the way can read the codes and numbers.
    package var allowsPlaintext = false
    /// How many calls may wait for an answer at once; each call needs a connection of its own.
    package var connections = 1_000

    package init(url: String, secret: String) {
        self.url = url
        self.secret = secret
    }
}

extension WebhookSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Tells neither secret nor URL.
    package var description: String { "webhook" }
    package var debugDescription: String { description }
    /// Empty, so that dumping a value that holds settings tells no secret either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension WebhookSettings {
    /// The request that every message starts from, if the settings can be used.
    func request() throws(GatewaySettingsError) -> HTTPClient.Request {
        // What the client says of a bad URL repeats it, and it may hold a password.
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

    /// The loopback addresses, and `localhost`: a lookup may answer every other name with another machine's address.
    private static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
