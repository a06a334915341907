import Foundation

/// A proof that comes into the app by a push or a URL; ``Auth`` hands both on.
protocol AppEventReceiver: Sendable {
    /// The device's token for pushes; nil without.
    var deviceToken: Data? { get }
    /// Takes the device's token for pushes.
    func take(deviceToken: Data, of type: AuthAPNSTokenType)
    /// Takes a notification; false if it is none of verifyd's.
    func take(notification: [AnyHashable: Any]) -> Bool
    /// Takes a URL with which the app was opened; false if nobody waits for it.
    func take(url: URL) -> Bool
}

extension AppEventReceiver {
    var deviceToken: Data? { nil }
    func take(deviceToken: Data, of type: AuthAPNSTokenType) {}
    func take(notification: [AnyHashable: Any]) -> Bool { false }
    func take(url: URL) -> Bool { false }
}
