import Foundation

extension Auth {
    /// Takes the device's token for pushes, from `didRegisterForRemoteNotificationsWithDeviceToken`.
    ///
    /// Before ``configure(_:)`` it does nothing.
    ///
    /// - Parameters:
    ///   - token: the token, as the system gives it.
    ///   - type: which of Apple's services it belongs to.
    public func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
        for receiver in receivers { receiver.take(deviceToken: token, of: type) }
    }

    /// The device's token for pushes; nil before ``setAPNSToken(_:type:)``.
    ///
    /// A token that is set here is of the type ``AuthAPNSTokenType/unknown``.
    public var apnsToken: Data? {
        get { receivers.lazy.compactMap(\.deviceToken).first }
        set { if let newValue { setAPNSToken(newValue, type: .unknown) } }
    }

    /// Takes a notification, if it is one of verifyd's.
    ///
    /// - Parameter userInfo: of `didReceiveRemoteNotification`.
    /// - Returns: true if the app need not look at it.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool {
        receivers.contains { $0.take(notification: userInfo) }
    }

    /// Takes a URL with which a captcha's page returns into the app.
    ///
    /// - Parameter url: of `application(_:open:options:)` or `scene(_:openURLContexts:)`.
    /// - Returns: true if the app need not look at it; false also for a page that nobody waits for any longer.
    public func canHandle(_ url: URL) -> Bool { receivers.contains { $0.take(url: url) } }

    /// The providers of proofs that come by a push or a URL.
    private var receivers: [any AppEventReceiver] {
        // Before the configuration there is none.
        ((try? parts)?.verification.providers ?? []).compactMap { $0 as? any AppEventReceiver }
    }
}
