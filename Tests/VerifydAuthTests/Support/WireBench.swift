import Foundation

@testable import VerifydAuth

/// A server's client on a transport by script and a clock of its own.
struct WireBench {
    let transport: ScriptedTransport
    let time = FakeTime()
    var configuration: AuthConfiguration
    let language = Guarded<String?>(nil)

    init(_ steps: [ScriptedTransport.Step], url: String = "https://auth.shop.example") throws {
        transport = ScriptedTransport(steps)
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        configuration = AuthConfiguration(url: url, projectID: "demo-shop", apiKey: "vk_test")
        configuration.transport = transport
    }

    var server: IdentityServer {
        IdentityServer(configuration: configuration, language: language, time: time.authTime)
    }

    /// The call under test, which is one that must not be made twice.
    static let once = WireCall.v1("signInWithPhoneNumber", body: ["sessionInfo": "S-1", "code": "654321"])
    static let repeatable = WireCall.refresh("R-1")

    /// The error of a call; nil if it is answered.
    func failure(of call: WireCall = once) async throws -> AuthError? {
        do {
            _ = try await server.call(call, as: SignInAnswer.self)
            return nil
        } catch let error as AuthError {
            return error
        }
    }
}
