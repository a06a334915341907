import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension IdentityServer {
    /// The call as HTTP carries it.
    func request(for call: WireCall) throws -> URLRequest {
        var request = URLRequest(url: try url(of: call))
        if let body = call.body {
            request.httpMethod = "POST"
            do { request.httpBody = try JSONEncoder().encode(body) } catch { throw AuthError(.internalError) }
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("Swift/VerifydAuth/1", forHTTPHeaderField: "X-Client-Version")
        let language = language.with { $0 }.flatMap { $0.isLanguageTag ? $0 : nil }
        request.setValue(language, forHTTPHeaderField: "X-Firebase-Locale")
        request.setValue(language ?? Self.appLanguage, forHTTPHeaderField: "Accept-Language")
        request.setValue(configuration.bundleID ?? Self.appBundleID, forHTTPHeaderField: "X-Ios-Bundle-Identifier")
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private func url(of call: WireCall) throws -> URL {
        guard var parts = URLComponents(url: configuration.url, resolvingAgainstBaseURL: true) else {
            throw AuthError(.invalidConfiguration)
        }
        let path = parts.percentEncodedPath
        parts.percentEncodedPath = path + (path.hasSuffix("/") ? "" : "/") + call.path.encoded(but: .urlPathAllowed)
        // A form reads a plus as a blank, and `queryItems` would leave it.
        parts.percentEncodedQuery = "key=" + configuration.apiKey.encoded(but: .alphanumerics)
        guard let url = parts.url else { throw AuthError(.invalidConfiguration) }
        return url
    }

    private static var appLanguage: String? {
        (Bundle.main.preferredLocalizations + Locale.preferredLanguages).first { $0.isLanguageTag }
    }

    /// The id to which a key may be bound; programs elsewhere have none.
    private static var appBundleID: String? {
        #if canImport(Darwin)
            Bundle.main.bundleIdentifier
        #else
            nil
        #endif
    }
}

extension WireCall {
    /// All texts that the call carries, which no error may repeat.
    var secrets: [String] { (body ?? [:]).values.flatMap(\.texts) + headers.values }
}

extension WireValue {
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .truth: []
        case .list(let list): list.flatMap(\.texts)
        case .object(let object): object.values.flatMap(\.texts)
        }
    }
}

extension String {
    fileprivate func encoded(but allowed: CharacterSet) -> String {
        addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    /// Whether a header may carry it as a language; a person's settings have other texts too.
    fileprivate var isLanguageTag: Bool {
        !isEmpty && utf8.count <= 35
            && unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "-") }
    }
}
