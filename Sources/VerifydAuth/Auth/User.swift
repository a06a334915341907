import Foundation

/// A signed-in user.
///
/// It stays usable after another sign-in, with its own tokens.
///
/// Two users are equal if they come from the same sign-in. To compare accounts, compare ``uid``.
public final class User: UserInfo {
    let session: UserSession
    let auth: Auth

    init(_ session: UserSession, auth: Auth) {
        self.session = session
        self.auth = auth
    }

    private var stored: StoredUser { session.user.with { $0 } }

    /// `verifyd`: the account itself.
    ///
    /// ``providerData`` has the ways to sign in.
    public var providerID: String { "verifyd" }
    /// The account's id, the `sub` of its tokens.
    ///
    /// It never changes.
    public var uid: String { stored.account.localId ?? "" }
    /// The account's name; nil without.
    public var displayName: String? { stored.account.displayName }
    /// The address of the account's picture; nil without.
    public var photoURL: URL? { stored.account.photoUrl.flatMap { URL(string: $0) } }
    /// The account's e-mail address; nil without.
    public var email: String? { stored.account.email }
    /// Whether the address was proved to be the person's.
    public var isEmailVerified: Bool { stored.account.emailVerified ?? false }
    /// The account's number in the form of E.164; nil without.
    public var phoneNumber: String? { stored.account.phoneNumber }
    /// Whether the account is a guest's, without any way to sign in again.
    public var isAnonymous: Bool { stored.isAnonymous }
    /// The refresh token.
    ///
    /// Never send it to a backend: it opens the account until the session ends.
    public var refreshToken: String? { stored.tokens.refreshToken }
    /// The ways in which the account signs in.
    public var providerData: [any UserInfo] { (stored.account.providerUserInfo ?? []).map(ProviderUserInfo.init) }
    /// When the account was made and last used.
    public var metadata: UserMetadata {
        UserMetadata(
            creationDate: Self.date(stored.account.createdAt), lastSignInDate: Self.date(stored.account.lastLoginAt))
    }
    /// The account's second factors.
    public var multiFactor: MultiFactor { MultiFactor(self) }

    /// Returns an ID token for your backend, which lives for five more minutes at least.
    ///
    /// Several tasks that ask at once cause one refresh.
    ///
    /// - Parameter forceRefresh: true to ask for a new one, for example after custom claims have changed.
    /// - Returns: a JSON Web Token, signed RS256.
    /// - Throws: ``AuthErrorCode/networkError`` while the server is away, which signs nobody out; another error if the session has
    ///   ended, after which nobody is signed in.
    public func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
        try await session.idToken(forcingRefresh: forceRefresh)
    }

    /// Returns an ID token with its claims.
    ///
    /// - Parameter forceRefresh: true to ask for a new one.
    /// - Returns: the token and what stands in it.
    /// - Throws: as ``getIDToken(forcingRefresh:)``.
    public func getIDTokenResult(forcingRefresh forceRefresh: Bool = false) async throws -> AuthTokenResult {
        try AuthTokenResult(token: try await getIDToken(forcingRefresh: forceRefresh))
    }

    /// Asks the server for the account as it is now, for example after another device has changed it.
    ///
    /// - Throws: ``AuthErrorCode/networkError`` while the server is away; ``AuthErrorCode/userDisabled`` and the like if the session
    ///   has ended.
    public func reload() async throws { try await session.reload() }

    /// The wire writes milliseconds as a text.
    private static func date(_ milliseconds: String?) -> Date? {
        milliseconds.flatMap(TimeInterval.init).map { Date(timeIntervalSince1970: $0 / 1_000) }
    }
}

extension User: Hashable {
    /// Whether two users come from the same sign-in.
    ///
    /// - Parameters:
    ///   - one: a user.
    ///   - other: another user, or the same.
    /// - Returns: true also for two users that have different tokens now, if one sign-in began both.
    public static func == (one: User, other: User) -> Bool { one.session === other.session }

    /// Mixes the sign-in into a hash.
    ///
    /// - Parameter hasher: the hash that is being made.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(session)) }
}
