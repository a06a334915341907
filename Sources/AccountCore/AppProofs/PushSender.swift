/// Sends silent pushes to apps on Apple's devices.
package protocol PushSender: Sendable {
    /// Makes one try, within `limit`.
    ///
    /// The receiving app gets the receipt and the secret, and shows nothing. A push that is tried twice may arrive twice,
    /// which changes nothing: both bring the same secret.
    func send(_ push: SilentPush, within limit: Duration) async -> PushOutcome
}

/// What a silent push brings to one app on one device.
package struct SilentPush: Sendable, CustomStringConvertible, CustomReflectable {
    package let device: DeviceToken
    /// The app's bundle id.
    package let bundle: String
    /// Whether the token is of Apple's sandbox, in which apps run that Xcode has installed.
    package let isSandbox: Bool
    /// What the app has got from verifyd too: it tells the app for which call the secret is.
    package let receipt: String
    /// What only the device gets.
    package let secret: String

    package init(to device: DeviceToken, of bundle: String, isSandbox: Bool, receipt: String, secret: String) {
        (self.device, self.bundle, self.isSandbox) = (device, bundle, isSandbox)
        (self.receipt, self.secret) = (receipt, secret)
    }

    package var description: String { "(silent push)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The answer to a push; reasons are for operators, and name no device.
package enum PushOutcome: Sendable, Hashable {
    /// The push service has taken it.
    case delivered
    /// No such device has the app, or has it no more.
    case badDevice(String)
    /// The push service refuses the key, or what verifyd may send with it; an operator has to mend that.
    case refused(String)
    /// The push service did not take it, and a later try may succeed.
    case busy(String)
}
