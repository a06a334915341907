/// An app's call of the page on which a person solves a captcha, after which the page leads back into the app.
package struct HandlerCall: Sendable, Hashable {
    /// What the address of the page says, as it came; nil for what it does not say.
    package struct Parameters: Sendable, Hashable {
        /// What the app wants of the page; only `verifyApp` is served.
        package var authType: String?
        /// By which the app knows the answer to its own call.
        package var eventID: String?
        /// The app's OAuth client id, if the app has registered it, reversed, as its scheme.
        package var clientID: String?
        /// The app's id at Google.
        package var appID: String?

        package init() {}
    }

    /// Why the page does not lead back into an app.
    package enum Refusal: Error, Sendable, Hashable, CaseIterable {
        /// The page signs nobody in.
        case notServed
        case badEvent
        /// The call names no app, or names it in a way that the SDK does not.
        case noApp
        /// The project does not list the app's scheme, so a stranger may have written the call.
        case foreignApp
        /// The project has no captcha to show.
        case noCaptcha

        /// For the developer of the app.
        package var words: String {
            switch self {
            case .notServed: "Of this page only authType=verifyApp is served."
            case .badEvent: "eventId has to be 1 to 64 letters, digits, dashes or underscores."
            case .noApp: "The call has to name its app by clientId or appId."
            case .foreignApp: "The project does not list this app's URL scheme."
            case .noCaptcha: "The project has no captcha."
            }
        }
    }

    private static let authType = "verifyApp"

    package let eventID: String
    package let scheme: CallbackScheme
    /// What the page shows; nil in an emulator whose project has no captcha, which leads back at once.
    package let site: CaptchaSite?

    /// - Parameters:
    ///   - parameters: what the address says.
    ///   - project: whose key the address names.
    ///   - mode: of the surface; an emulator asks for no proof.
    /// - Throws: why the page must not lead back.
    package init(_ parameters: Parameters, for project: Project, in mode: IdentityMode) throws(Refusal) {
        guard parameters.authType == Self.authType else { throw .notServed }
        guard let eventID = parameters.eventID, Self.isEvent(eventID) else { throw .badEvent }
        guard let scheme = Self.scheme(parameters) else { throw .noApp }
        site = project.proofs.captcha
        switch (site, mode) {
        case (let site?, _): guard scheme.isAmong(site.callbackSchemes) else { throw .foreignApp }
        case (nil, .production): throw .noCaptcha
        case (nil, .emulator): break
        }
        (self.eventID, self.scheme) = (eventID, scheme)
    }

    /// As the SDK: of the client id where the call has one.
    private static func scheme(_ parameters: Parameters) -> CallbackScheme? {
        if let clientID = parameters.clientID { return CallbackScheme(clientID: clientID) }
        return parameters.appID.flatMap(CallbackScheme.init(appID:))
    }

    private static func isEvent(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
