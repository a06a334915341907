import CryptoExtras
import Foundation
import Hummingbird
import JWTKit

/// `Insecure` alone could be that of swift-crypto.
typealias SigningKey = JWTKit.Insecure.RSA.PrivateKey

/// Publishes public keys on loopback, as verifyd does.
actor KeyServer {
    private var published: [String: SigningKey] = [:]
    private var isAway = false
    private(set) var calls = 0

    func publish(_ keys: [String: SigningKey]) { published = keys }
    func goAway() { isAway = true }

    func answer() throws -> String {
        calls += 1
        if isAway { throw HTTPError(.badGateway) }
        let keys = try published.map { id, key in
            let (modulus, exponent) = try key.publicKey.getKeyPrimitives()
            return [
                "kty": "RSA", "alg": "RS256", "use": "sig", "kid": id, "n": Self.text(modulus),
                "e": Self.text(exponent),
            ]
        }
        return String(decoding: try JSONEncoder().encode(["keys": keys]), as: UTF8.self)
    }

    /// Base64 as URLs have it.
    private static func text(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func key() throws -> SigningKey {
        try SigningKey(backing: _RSA.Signing.PrivateKey(keySize: .bits2048))
    }

    /// Serves while a test runs, and gives it the address of the keys.
    func serve(_ test: @escaping @Sendable (String) async throws -> Void) async throws {
        let router = Router()
        router.get("keys") { _, _ in try await self.answer() }
        let (ports, told) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in told.yield(channel.localAddress?.port ?? 0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await port in ports {
                try await test("http://127.0.0.1:\(port)/keys")
                break
            }
            group.cancelAll()
        }
    }
}
