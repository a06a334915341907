import Crypto
import Foundation
import VerifydAuth

/// A screen of an app with Facebook's buttons: the listings of `FacebookSignIn.md`.
///
/// `FacebookNames` stands for Facebook's SDK, and `Crypto` for `CryptoKit`.
final class FacebookScreen {
    let loginButton = FBLoginButton()
    let delegate: any LoginButtonDelegate

    init(delegate: any LoginButtonDelegate) { self.delegate = delegate }

    func showClassicButton() {
        // listing: classic button
        loginButton.permissions = ["public_profile", "email"]
        loginButton.delegate = delegate
        // end
    }

    // listing: classic
    func signInByAccessToken() async throws -> User? {
        guard let token = AccessToken.current?.tokenString else { return nil }
        let credential = FacebookAuthProvider.credential(withAccessToken: token)
        return try await Auth.auth().signIn(with: credential).user
    }
    // end

    // listing: limited button
    private var currentNonce = ""

    func showLimitedButton() {
        currentNonce = randomNonce()
        loginButton.permissions = ["public_profile", "email"]
        loginButton.loginTracking = .limited
        loginButton.nonce = sha256(currentNonce)
        loginButton.delegate = delegate
    }

    func randomNonce() -> String {
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._")
        // The system's generator is fit for secrets.
        return String((0..<32).map { _ in letters[Int.random(in: letters.indices)] })
    }

    func sha256(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
    // end

    // listing: limited
    func signInByIDToken() async throws -> User? {
        guard let token = AuthenticationToken.current?.tokenString else { return nil }
        let credential = OAuthProvider.credential(
            providerID: .facebook, idToken: token, rawNonce: currentNonce)
        return try await Auth.auth().signIn(with: credential).user
    }
    // end

    // listing: conflict
    func join(_ facebook: AuthCredential, signInAnotherWay: () async throws -> User) async throws -> User {
        do {
            return try await Auth.auth().signIn(with: facebook).user
        } catch let error as AuthError where error.kind == .accountExistsWithDifferentCredential {
            let user = try await signInAnotherWay()
            return try await user.link(with: facebook).user
        }
    }
    // end
}
