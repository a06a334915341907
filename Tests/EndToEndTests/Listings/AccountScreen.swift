import Foundation
import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an app does after the sign-in: further listings of `PhoneSignIn.md`.
struct AccountScreen {
    func listen(show: @escaping @Sendable (User?) -> Void) {
        // listing: listen
        let handle = Auth.auth().addStateDidChangeListener { _, user in
            show(user)
        }
        // Later, when the screen is gone:
        Auth.auth().removeStateDidChangeListener(handle)
        // end
    }

    // listing: profile
    func rename(_ user: User, to name: String) async throws {
        let change = user.createProfileChangeRequest()
        change.displayName = name
        try await change.commitChanges()
    }
    // end

    // listing: backend
    func request(to url: URL, by user: User) async throws -> URLRequest {
        var request = URLRequest(url: url)
        request.setValue("Bearer \(try await user.getIDToken())", forHTTPHeaderField: "Authorization")
        return request
    }
    // end

    // listing: link
    func addNumber(_ credential: PhoneAuthCredential, to user: User) async throws -> User {
        do {
            return try await user.link(with: credential).user
        } catch let error as AuthError where error.kind == .credentialAlreadyInUse {
            // The number is another account's. Ask the person, and sign in there.
            guard let other = error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential else {
                throw error
            }
            return try await Auth.auth().signIn(with: other).user
        }
    }
    // end

    // listing: delete
    func deleteAccount(of user: User, askAgain: () async throws -> AuthCredential) async throws {
        do {
            try await user.delete()
        } catch let error as AuthError where error.kind == .requiresRecentLogin {
            try await user.reauthenticate(with: try await askAgain())
            try await user.delete()
        }
    }
    // end

    func leave() {
        // listing: sign out
        do {
            try Auth.auth().signOut()
        } catch {
            print("The person stays signed in: \(error.localizedDescription)")
        }
        // end
    }
}
