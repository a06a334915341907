import Assembly
import GatewayKit
import Store
import VerificationCore

extension BenchInstallation {
    /// Posts the app's events to a URL; returns the signature that they have.
    func postEvents(to url: String) async throws -> WebhookSignature {
        let secret = "whsec_" + Self.secret()
        guard let sealed = keys.seal(endpointSecret: secret, of: app), let signature = WebhookSignature(secret: secret)
        else { throw SettingsError("code.keys cannot seal a secret") }
        _ = try await AppRegistry(pool: adapters.pool).save(EventEndpoint(url: url, secret: sealed), of: app)
        return signature
    }
}
