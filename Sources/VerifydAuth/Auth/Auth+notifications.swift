import Foundation

extension Auth {
    /// Takes the device's token for pushes, from `didRegisterForRemoteNotificationsWithDeviceToken`.
    ///
    /// - Parameters:
    ///   - token: the token, as the system gives it.
    ///   - type: which of Apple's services it belongs to.
    public func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {}

    /// Takes a notification, if it is one of verifyd's.
    ///
    /// - Parameter userInfo: of `didReceiveRemoteNotification`.
    /// - Returns: true if the app need not look at it.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool { false }

    /// Takes a URL with which a captcha's page returns into the app.
    ///
    /// - Parameter url: of `application(_:open:options:)` or `scene(_:openURLContexts:)`.
    /// - Returns: true if the app need not look at it.
    public func canHandle(_ url: URL) -> Bool { false }
}
