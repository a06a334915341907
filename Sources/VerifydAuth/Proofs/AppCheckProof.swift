/// Proves the app by a token of Firebase App Check, or of another issuer that the project trusts.
///
/// ```swift
/// AppCheckProof { try await AppCheck.appCheck().token(forcingRefresh: $0).token }
/// ```
public struct AppCheckProof: AppProofProvider {
    private let token: @Sendable (_ forcingRefresh: Bool) async throws -> String?
    private let isRefused = Guarded(false)

    /// Makes a provider.
    ///
    /// - Parameter token: returns a token; nil or an error lets the library ask the next provider. The argument is true
    ///   after the server has refused a token, so that the closure asks its issuer for a new one.
    public init(token: @escaping @Sendable (_ forcingRefresh: Bool) async throws -> String?) { self.token = token }

    /// `app-check`.
    public var kind: AppProofKind { .appCheck }

    /// Returns the app's token.
    ///
    /// - Parameter request: is not looked at, for a token is good for each number.
    /// - Returns: the proof; nil if the app has no token now.
    /// - Throws: `CancellationError` alone.
    public func proof(for request: AppProofRequest) async throws -> AppProof? {
        let isRefused = isRefused.with { isRefused in
            defer { isRefused = false }
            return isRefused
        }
        do {
            return try await token(isRefused).map { AppProof(headers: ["X-Firebase-AppCheck": $0]) }
        } catch {
            try Task.checkCancellation()
            // The issuer is away, or does not trust this device; another kind of proof may serve.
            return nil
        }
    }

    /// Has the closure ask for a new token at the next proof.
    public func forget() async { isRefused.with { $0 = true } }
}
