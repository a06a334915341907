import Foundation

/// Sends a call for a code with the proof that the server wants.
struct AppVerification: Sendable {
    let server: IdentityServer
    let store: any AuthStore
    let providers: [any AppProofProvider]
    let settings: AuthSettings
    /// Between the making of a proof and the answer to its call no other proof is made.
    private let turns = Turns()

    /// `providers`: in the order of preference; nil for those of the configuration, or the platform's own.
    init(
        server: IdentityServer, store: any AuthStore, providers: [any AppProofProvider]? = nil, settings: AuthSettings
    ) {
        self.server = server
        self.store = store
        self.settings = settings
        self.providers = providers ?? server.configuration.proofs ?? Self.usual(server.configuration)
    }

    /// Makes a call for a code: with no proof for a test, else with one that the project takes; once more with a new proof if
    /// the server refuses the first.
    ///
    /// Without any proof the call is made all the same, because test numbers need none, and the project may pay for some SMS.
    /// `name`: the number, or the id of a second factor.
    func send<Answer: Decodable & Sendable>(
        to name: String, uiDelegate: (any AuthUIDelegate)?, as type: Answer.Type,
        _ call: @Sendable (AppProof) async throws -> WireCall
    ) async throws -> Answer {
        if settings.isAppVerificationDisabledForTesting {
            // Else a project that pays for SMS without a proof would send one to a real number from a test.
            let proof = AppProof(headers: ["X-Verifyd-Missing-Proof": "not-asked"])
            return try await server.call(try await call(proof), as: type)
        }
        if providers.isEmpty { return try await server.call(try await call(AppProof()), as: type) }
        do {
            return try await attempt(to: name, uiDelegate, as: type, call)
        } catch is RefusedProof {
            do {
                return try await attempt(to: name, uiDelegate, as: type, call)
            } catch let refused as RefusedProof {
                throw refused.error
            }
        }
    }

    private func attempt<Answer: Decodable & Sendable>(
        to name: String, _ uiDelegate: (any AuthUIDelegate)?, as type: Answer.Type,
        _ call: @Sendable (AppProof) async throws -> WireCall
    ) async throws -> Answer {
        let answer = try await server.challengeAnswer()
        let request = AppProofRequest(
            phoneNumber: name, challenge: answer.challenge, languageCode: server.language.with { $0 },
            uiDelegate: uiDelegate, configuration: server.configuration, store: store, server: server)
        for provider in providers where answer.takes(provider.kind) {
            let sent =
                if provider.kind == .captcha {
                    // A person may look at a captcha for minutes.
                    try await send(by: provider, for: request, as: type, call)
                } else {
                    try await turns.next { try await send(by: provider, for: request, as: type, call) }
                }
            if let sent { return sent }
        }
        return try await server.call(try await call(AppProof(headers: Self.reason)), as: type)
    }

    /// Makes the call with a proof of this provider; nil if it has none.
    private func send<Answer: Decodable & Sendable>(
        by provider: any AppProofProvider, for request: AppProofRequest, as type: Answer.Type,
        _ call: @Sendable (AppProof) async throws -> WireCall
    ) async throws -> Answer? {
        do {
            guard let proof = try await Self.proof(of: provider, for: request) else { return nil }
            return try await server.call(try await call(proof), as: type)
        } catch let error as AuthError
            // A refused captcha was an honest try, and the person solves no second one at once.
            where provider.kind != .captcha && [.invalidAppCredential, .appNotVerified].contains(error.kind)
        {
            await provider.forget()
            throw RefusedProof(error: error)
        }
    }

    private static func proof(of provider: any AppProofProvider, for request: AppProofRequest) async throws -> AppProof?
    {
        do {
            return try await provider.proof(for: request)
        } catch let error where !(error is AuthError || error is CancellationError) {
            throw AuthError(.missingAppCredential, userInfo: [NSUnderlyingErrorKey: error])
        }
    }

    /// The providers of a configuration that names none.
    private static func usual(_ configuration: AuthConfiguration) -> [any AppProofProvider] {
        var providers: [any AppProofProvider] = []
        #if canImport(DeviceCheck) && canImport(CryptoKit)
            providers.append(AppAttestProof())
        #endif
        providers.append(SilentPushProof())
        if let scheme = configuration.callbackScheme { providers.append(CaptchaPageProof(callbackScheme: scheme)) }
        return providers
    }

    /// Tells the operator why there is no proof.
    private static var reason: [String: String] {
        #if targetEnvironment(simulator)
            return ["X-Verifyd-Missing-Proof": "simulator"]
        #else
            return [:]
        #endif
    }
}

/// The server has refused a proof, and its provider has forgotten it.
private struct RefusedProof: Error {
    let error: AuthError
}
