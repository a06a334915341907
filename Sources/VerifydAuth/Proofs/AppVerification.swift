/// Sends a call for a code with the proof that the server wants.
struct AppVerification: Sendable {
    let server: IdentityServer
    let providers: [any AppProofProvider]
    let settings: AuthSettings

    /// Makes a call for a code: with no proof for a test, else with one that the project takes; once more with a new proof if
    /// the server refuses the first.
    func send<Answer: Decodable & Sendable>(
        to phoneNumber: String, uiDelegate: (any AuthUIDelegate)?, as type: Answer.Type,
        _ call: @Sendable (AppProof) -> WireCall
    ) async throws -> Answer {
        throw AuthError(.internalError)
    }
}
