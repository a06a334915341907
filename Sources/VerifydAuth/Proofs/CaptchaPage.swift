import Foundation

/// One showing of the server's page with a captcha.
struct CaptchaPage: Sendable {
    let url: URL
    /// What the captcha's provider has given the person.
    let answer = Arrival<String>()
    /// Nobody can guess it, so no other app answers in the page's place.
    private let eventID = UUID().uuidString
    private let callbackScheme: String

    /// Nil for a callback scheme that names no app.
    init?(of request: AppProofRequest, callbackScheme: String) {
        let configuration = request.configuration
        guard let app = Self.app(of: callbackScheme),
            var address = URLComponents(url: configuration.url, resolvingAgainstBaseURL: false)
        else { return nil }
        while address.path.hasSuffix("/") { address.path.removeLast() }
        address.path += "/__/auth/handler"
        let members: [(String, String?)] = [
            ("apiKey", configuration.apiKey), ("authType", "verifyApp"),
            ("ibi", configuration.bundleID ?? Bundle.main.bundleIdentifier), ("v", "VerifydAuth"),
            ("eventId", eventID), app, ("hl", request.languageCode),
        ]
        address.queryItems = members.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        // URLComponents leaves a plus, which a server reads as a blank.
        address.percentEncodedQuery = address.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        guard let url = address.url else { return nil }
        self.url = url
        self.callbackScheme = callbackScheme
    }

    /// Takes a URL with which the app was opened; false if it is no answer of this page.
    func take(_ url: URL) -> Bool {
        guard url.scheme?.lowercased() == callbackScheme.lowercased(), let link = Self.members(of: url)["deep_link_id"],
            let members = URL(string: link).map(Self.members), members["authType"] == "verifyApp",
            members["eventId"] == eventID
        else { return false }
        if let token = members["recaptchaToken"], !token.isEmpty {
            answer.settle(.success(token))
        } else {
            answer.settle(.failure(Self.error(members["firebaseError"])))
        }
        return true
    }

    /// How the page's address names the app, of which the server makes the scheme again.
    private static func app(of scheme: String) -> (name: String, value: String?)? {
        let parts = scheme.split(separator: ".", omittingEmptySubsequences: false)
        if scheme.lowercased().hasPrefix("com.googleusercontent.apps.") {
            return ("clientId", parts.reversed().joined(separator: "."))
        }
        let names = scheme.split(separator: "-", omittingEmptySubsequences: false).dropFirst()
        guard scheme.lowercased().hasPrefix("app-"), names.count > 1 else { return nil }
        return ("appId", names.joined(separator: ":"))
    }

    private static func members(of url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// What the page says of a failure.
    private static func error(_ text: String?) -> AuthError {
        struct Failure: Decodable {
            let code: String?
        }
        // A page that says nothing that can be read has failed too.
        let failure = text.flatMap { try? JSONDecoder().decode(Failure.self, from: Data($0.utf8)) }
        let kind: AuthErrorCode =
            switch failure?.code {
            case "auth/network-request-failed": .webNetworkRequestFailed
            case "auth/internal-error": .webInternalError
            case "auth/invalid-oauth-client-id": .invalidClientID
            case "auth/firebase-app-check-token-is-invalid": .appNotVerified
            default: .appVerificationUserInteractionFailure
            }
        return AuthError(kind)
    }
}
