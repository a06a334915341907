/// Which of Apple's push services a device's token belongs to.
public enum AuthAPNSTokenType: Sendable {
    /// The library finds out: a build of Xcode has the sandbox.
    case unknown
    /// The service for builds of Xcode.
    case sandbox
    /// The service for builds of the App Store and TestFlight.
    case prod
}
