import Foundation

/// The server, as this library calls it: each call ends with an answer or a typed error, in bounded time.
package struct IdentityServer: Sendable {
    let configuration: AuthConfiguration
    /// The language of SMS and captchas; nil for the server's own choice.
    let language: Guarded<String?>
    let time: AuthTime

    /// Makes a call, and once more where that is safe and may help.
    func call<Answer: Decodable & Sendable>(_ call: WireCall, as type: Answer.Type) async throws -> Answer {
        throw AuthError(.internalError)
    }
}
