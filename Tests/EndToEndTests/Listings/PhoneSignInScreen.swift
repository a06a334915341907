import Foundation
import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A screen of an app that signs in by phone: the listings of `PhoneSignIn.md`, which tests run.
///
/// The articles write out what is a parameter of a test, see `Listings`.
struct PhoneSignInScreen {
    /// Signs in by a factor, as `SecondFactorScreen` does.
    var proveSecondFactor: (AuthError) async throws -> User = { throw $0 }

    func configure(server: URL, key: String) throws {
        // listing: configure
        let configuration = AuthConfiguration(
            url: server, projectID: "demo-shop", apiKey: key)
        try Auth.configure(configuration)
        // end
    }

    // listing: send
    func send(to phoneNumber: String) async throws -> String {
        try await PhoneAuthProvider.provider().verifyPhoneNumber(phoneNumber, uiDelegate: nil)
    }
    // end

    func speakFrench() {
        // listing: language
        Auth.auth().languageCode = "fr"
        // end
    }

    // listing: sign in
    func signIn(code: String) async throws -> User {
        let provider = PhoneAuthProvider.provider()
        guard let verificationID = provider.lastVerificationID else {
            throw AuthError(.missingVerificationID)
        }
        let credential = provider.credential(withVerificationID: verificationID, verificationCode: code)
        let result = try await Auth.auth().signIn(with: credential)
        return result.user
    }
    // end

    // listing: errors
    func words(for error: AuthError) -> String {
        switch error.kind {
        case .invalidPhoneNumber: return "This is not a phone number that can get an SMS."
        case .invalidVerificationCode: return "The code is not right. Please type it again."
        case .sessionExpired, .invalidVerificationID: return "The code is too old. Please ask for a new one."
        case .tooManyRequests, .quotaExceeded: break
        case .networkError: return "The network is away. Please try again."
        case .userDisabled: return "This account is closed."
        default: break
        }
        guard let seconds = error.retryAfter else { return "This does not work now." }
        return "Please try again in \(Int(seconds.rounded(.up))) seconds."
    }
    // end

    // listing: second factor
    func signInWithFactor(code: String) async throws -> User {
        do {
            return try await signIn(code: code)
        } catch let error as AuthError where error.kind == .secondFactorRequired {
            return try await proveSecondFactor(error)
        }
    }
    // end

    func testWithoutProofs() {
        // listing: testing
        Auth.auth().settings.isAppVerificationDisabledForTesting = true
        // end
    }

    // listing: move
    func move(byCustomToken token: String) async throws {
        guard Auth.auth().currentUser == nil else { return }
        try await Auth.auth().signIn(withCustomToken: token)
    }
    // end
}
