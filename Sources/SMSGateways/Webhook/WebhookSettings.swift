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
    /// Whether an answered 5xx means that nothing was sent; without that promise nobody can know.
    package var serverErrorsMeanNotSent = false
    /// Allows `http` to other machines, which shows codes and numbers to everybody on the way.
    package var allowsPlaintext = false
    /// How many calls may wait for an answer at once; each needs a connection of its own.
    package var connections = 1_000

    package init(url: String, secret: String) {
        self.url = url
        self.secret = secret
    }
}

extension WebhookSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Tells no secret; of a URL only the parts that hold none.
    package var description: String { "webhook" }
    /// As `description`.
    package var debugDescription: String { description }
    /// As `description`, so that dumping a value that holds settings tells nothing either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension WebhookSettings {
    /// The request that every message starts from, if the settings can be used.
    func request() throws(GatewaySettingsError) -> HTTPClient.Request {
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

    /// Names are looked up, so only the one name that cannot be anything else counts, and addresses.
    private static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
