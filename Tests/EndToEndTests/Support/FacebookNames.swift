import Synchronization

// What the articles' listings need of Facebook's SDK, which Linux does not have, by Facebook's names.

/// Stands for the token of the classic login; a test sets it, as the SDK does after a login.
struct AccessToken {
    private static let last = Mutex<AccessToken?>(nil)

    static var current: AccessToken? {
        get { last.withLock { $0 } }
        set { last.withLock { $0 = newValue } }
    }

    let tokenString: String
}

/// Stands for the token of Limited Login; a test sets it, as the SDK does after a login.
struct AuthenticationToken {
    private static let last = Mutex<AuthenticationToken?>(nil)

    static var current: AuthenticationToken? {
        get { last.withLock { $0 } }
        set { last.withLock { $0 = newValue } }
    }

    let tokenString: String
}

/// Stands for what hears of a login.
protocol LoginButtonDelegate: AnyObject {}

/// Stands for Facebook's button.
final class FBLoginButton {
    enum Tracking { case enabled, limited }

    var permissions: [String] = []
    var loginTracking = Tracking.enabled
    /// What Facebook puts into the ID token.
    var nonce: String?
    weak var delegate: (any LoginButtonDelegate)?
}
