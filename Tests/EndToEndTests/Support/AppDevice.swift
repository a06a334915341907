import Foundation
import Testing
import VerifydAuth

/// A phone with an app that signs in through `VerifydAuth`.
struct AppDevice: Sendable {
    let auth: Auth
    private let site: Site

    /// An app that is started: it keeps its user in `store`, and `change` sets what else the app configures.
    init(
        _ caller: IdentityCaller, at site: Site, store: any AuthStore = MemoryAuthStore(),
        _ change: (inout AuthConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = try caller.configuration(store: store)
        change(&configuration)
        (auth, self.site) = (try Auth(configuration), site)
    }

    var provider: PhoneAuthProvider { .provider(auth: auth) }

    /// The signed-in user, whom the test needs.
    var user: User { get throws { try #require(auth.currentUser) } }

    /// Asks for a code, and types the one that the SMS has.
    func credential(of phone: String) async throws -> PhoneAuthCredential {
        let id = try await provider.verifyPhoneNumber(phone)
        return provider.credential(withVerificationID: id, verificationCode: try await site.lastCode(of: phone))
    }

    /// Proves a number, and is signed in then.
    @discardableResult
    func signIn(_ phone: String) async throws -> User {
        try await auth.signIn(with: try await credential(of: phone)).user
    }
}

extension IdentityCaller {
    /// What an app of the project configures; a call has a minute, because tests run on busy machines.
    func configuration(store: any AuthStore = MemoryAuthStore()) throws -> AuthConfiguration {
        var configuration = AuthConfiguration(
            url: try #require(URL(string: base)), projectID: keys.project, apiKey: keys.client)
        configuration.store = store
        configuration.timeout = 60
        return configuration
    }
}

extension AuthError {
    /// A call that was to fail has not failed.
    struct Missing: Error {}

    /// Makes a call that has to fail with an error of the library, and returns the error.
    static func of<Value>(_ call: () async throws -> Value) async throws -> AuthError {
        do {
            _ = try await call()
        } catch let error as AuthError {
            return error
        }
        throw Missing()
    }
}
