/// What the wire of Identity Toolkit answers when a call is not served, with its status and its text.
///
/// Clients go by the text: everything before ` : ` is the code, and they know no other separator.
package enum WireError: Error, Sendable, Hashable {
    /// verifyd understood the call and refused it; always 400. The text after the code is for people.
    case refused(Code, String? = nil)
    /// No API key, and no other credential.
    case noKey
    /// An API key that no project has.
    case unknownKey
    /// An API key that other apps and pages may use, and not this one.
    case foreignClient
    /// A bearer token that is no key of an administrator.
    case unknownBearer
    /// Only administrators name a project.
    case needsAdmin
    /// A call to an emulator of this machine that a proxy has passed on.
    case forwarded
    /// No call has this path.
    case unknownPath
    /// The call exists, and this program does not serve it.
    case notServed(String)
    /// The body is no JSON.
    case unreadable(String)
    /// The body is of another kind than the call reads, for example `text/plain`.
    case wrongContentType(String)
    /// A member has another type; `path` is for example `/phoneNumber`.
    case wrongType(path: String, wanted: String)
    /// The body is larger than any call needs.
    case tooLarge
    /// The database or the queue does not answer.
    case unavailable
    /// A mistake of this program; the log says more.
    case internalError

    package var status: Int {
        switch self {
        case .refused, .unknownKey, .needsAdmin, .unreadable, .wrongContentType, .wrongType: 400
        case .unknownBearer: 401
        case .noKey, .foreignClient, .forwarded: 403
        case .unknownPath: 404
        case .tooLarge: 413
        case .notServed: 501
        case .unavailable: 503
        case .internalError: 500
        }
    }

    /// Whether the fault is here, so that the same call may be served later.
    package var isOutage: Bool {
        switch self {
        case .unavailable, .internalError: true
        case .refused, .noKey, .unknownKey, .foreignClient, .forwarded, .unknownBearer, .needsAdmin, .unknownPath,
            .notServed, .unreadable, .wrongContentType, .wrongType, .tooLarge:
            false
        }
    }

    /// The member `status` of the answer; nil where the wire has none.
    package var name: String? {
        switch self {
        case .refused, .needsAdmin, .wrongContentType: nil
        case .unknownKey, .unreadable, .wrongType, .tooLarge: "INVALID_ARGUMENT"
        case .unknownBearer: "UNAUTHENTICATED"
        case .noKey, .foreignClient, .forwarded: "PERMISSION_DENIED"
        case .unknownPath: "NOT_FOUND"
        case .notServed: "NOT_IMPLEMENTED"
        case .unavailable: "UNAVAILABLE"
        case .internalError: "INTERNAL"
        }
    }

    package var message: String {
        switch self {
        case .refused(let code, let words): words.map { "\(code.rawValue) : \($0)" } ?? code.rawValue
        case .noKey: "The request is missing a valid API key."
        case .unknownKey: "API key not valid. Please pass a valid API key."
        case .foreignClient: "Requests from this client application are blocked."
        case .unknownBearer:
            "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
                + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."
        case .needsAdmin:
            "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
        case .forwarded:
            "This emulator answers its own machine only, and a proxy has passed on the call. identity.public=true admits such "
                + "calls; then everybody behind the proxy reads all codes."
        case .unknownPath: "Not Found"
        case .notServed(let words): words
        case .unreadable(let words): "Invalid JSON payload received. \(words)"
        case .wrongContentType(let type): "Invalid content-type: \(type)"
        case .wrongType(let path, let wanted): "Invalid JSON payload received. \(path) must be \(wanted)"
        case .tooLarge: "Request payload size exceeds the limit."
        case .unavailable: "The service is currently unavailable."
        case .internalError: "Internal error encountered."
        }
    }

    /// The member `message` of the first of `errors`.
    package var firstMessage: String {
        if case .unknownBearer = self { "Invalid Credentials" } else { message }
    }

    /// The member `domain` of the first of `errors`; nil where the wire has none.
    package var domain: String? {
        switch self {
        case .unknownPath, .notServed, .wrongContentType: nil
        case .refused, .noKey, .unknownKey, .foreignClient, .forwarded, .unknownBearer, .needsAdmin, .unreadable,
            .wrongType, .tooLarge, .unavailable, .internalError:
            "global"
        }
    }

    /// The member `reason` of the first of `errors`.
    package var reason: String {
        switch self {
        case .refused, .needsAdmin, .wrongType: "invalid"
        case .unknownKey: "badRequest"
        case .unknownBearer: "authError"
        case .noKey, .forwarded: "forbidden"
        case .foreignClient: "ipRefererBlocked"
        case .unknownPath: "notFound"
        case .notServed: "unimplemented"
        case .unreadable: "parseError"
        case .wrongContentType: "unknown"
        case .tooLarge: "uploadTooLarge"
        case .unavailable, .internalError: "backendError"
        }
    }
}
