import Foundation

/// Which of Apple's push services a device's token belongs to.
public enum AuthAPNSTokenType: Sendable {
    /// The library finds out: a build of Xcode has the sandbox.
    case unknown
    /// The service for builds of Xcode.
    case sandbox
    /// The service for builds of the App Store and TestFlight.
    case prod

    /// Whether the token is of the sandbox; `profile` is the provisioning profile in the app, which the App Store takes out.
    func isSandbox(profile: @autoclosure () -> Data? = Self.profile) -> Bool {
        switch self {
        case .sandbox: return true
        case .prod: return false
        case .unknown:
            // A profile is a signed property list, whose text stands in it as it is.
            let text = String(decoding: profile() ?? Data(), as: UTF8.self)
            let entry = text.components(separatedBy: "<key>aps-environment</key>").dropFirst().first
            return entry?.components(separatedBy: "</string>").first?.contains("development") ?? false
        }
    }

    private static var profile: Data? {
        Bundle.main.url(forResource: "embedded", withExtension: "mobileprovision")
            // An app without a profile is one of the App Store.
            .flatMap { try? Data(contentsOf: $0) }
    }
}
