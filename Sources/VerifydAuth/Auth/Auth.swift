import Foundation

/// The signed-in user of this device, and the ways to sign in.
///
/// Configure it at the app's start, by ``configure(_:)``. Before that every call ends with
/// ``AuthErrorCode/invalidConfiguration``. All methods may be called from any thread. Completions and listeners are called on the
/// main thread, also if a call fails at once.
public final class Auth: Sendable {
    private static let shared = Auth()

    private let configured = Guarded<AuthParts?>(nil)
    private let language = Guarded<String?>(nil)
    private let latestUser = Guarded(LatestUser())
    let listeners = StateListeners()

    private let verificationSettings = AuthSettings()

    /// How the app may be verified; never nil.
    ///
    /// Firebase's documents write `settings.`, and its SDK wants `settings?.`; this type takes both.
    public var settings: AuthSettings! { verificationSettings }

    private init() { listeners.post(Self.authStateDidChangeNotification, from: self) }

    /// Makes a second, independent `Auth`, for example for an app with two projects.
    ///
    /// Both may have the same store, because what is in it has the names of server and project. Keep the object as long as its
    /// listeners are to be called.
    ///
    /// - Parameter configuration: the server, the project and the key.
    /// - Throws: ``AuthErrorCode/invalidConfiguration`` for plain HTTP to another machine.
    public convenience init(_ configuration: AuthConfiguration) throws {
        self.init()
        try setUp(configuration)
    }

    /// The app's `Auth`.
    ///
    /// The same object each time, also before ``configure(_:)``.
    ///
    /// - Returns: the shared object.
    public static func auth() -> Auth { shared }

    /// Says where the app signs in.
    ///
    /// Call it once, before other calls; a second call signs nobody out and takes the new configuration for the calls
    /// that begin after it.
    ///
    /// - Parameter configuration: the server, the project and the key.
    /// - Throws: ``AuthErrorCode/invalidConfiguration`` for plain HTTP to another machine.
    public static func configure(_ configuration: AuthConfiguration) throws { try shared.setUp(configuration) }

    func setUp(_ configuration: AuthConfiguration) throws {
        let parts = try AuthParts(
            configuration, language: language, settings: verificationSettings, listeners: listeners)
        configured.with { $0 = parts }
        // Reading the store tells the listeners.
        if listeners.isHeard { _ = parts.current.session }
    }

    /// What carries out the calls.
    ///
    /// Throws before the configuration.
    var parts: AuthParts {
        get throws {
            guard let parts = configured.with({ $0 }) else { throw AuthError(.invalidConfiguration) }
            return parts
        }
    }

    /// The signed-in user; nil when nobody is signed in, and while the store cannot be read, for example before the
    /// device was first unlocked.
    ///
    /// The user is the same object until another sign-in.
    public var currentUser: User? {
        // Before the configuration nobody is signed in.
        try? parts.current.session.map(user)
    }

    /// The user of a session: the same object as long as the app holds it.
    func user(of session: UserSession) -> User {
        latestUser.with { latest in
            if let user = latest.user, user.session === session { return user }
            let user = User(session, auth: self)
            latest.user = user
            return user
        }
    }

    /// Why the store could not be read or written the last time; nil after a use that went well.
    ///
    /// A sign-in that could not be written holds until the app ends. The next change is written again.
    public var storageError: AuthError? {
        // Without a configuration there is no store.
        try? parts.current.storageError
    }

    /// The language of SMS and captchas, as a BCP 47 tag such as `fr` or `pt-BR`; nil lets the project choose.
    public var languageCode: String? {
        get { language.with { $0 } }
        set { language.with { $0 = newValue } }
    }

    /// Sets ``languageCode`` to the language in which the app runs.
    public func useAppLanguage() {
        languageCode = Bundle.main.preferredLocalizations.first ?? Locale.preferredLanguages.first
    }

    /// Forgets the user on this device.
    ///
    /// The session on other devices goes on.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` if the store may still hold the user, who then stays signed in.
    public func signOut() throws { try parts.current.signOut() }
}

/// The last user that the app was given; weak, because the user holds its ``Auth``.
private struct LatestUser {
    weak var user: User?
}
