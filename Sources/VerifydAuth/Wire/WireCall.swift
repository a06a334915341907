/// A call to the server: which, with what, and whether it may be made again when its answer got lost.
struct WireCall: Sendable {
    /// The path below the configuration's URL, for example `identitytoolkit.googleapis.com/v1/accounts:lookup`.
    let path: String
    /// The members of the body; nil makes it a GET.
    let body: [String: WireValue]?
    /// Headers beside those of every call, for example a proof of the app.
    var headers: [String: String] = [:]
    /// Whether a second call has the same effect as one.
    ///
    /// Otherwise only a call that surely did not arrive, and one that the server has put off (503), is made again.
    let isRepeatable: Bool

    static func v1(_ name: String, body: [String: WireValue], isRepeatable: Bool = false) -> WireCall {
        WireCall(path: "identitytoolkit.googleapis.com/v1/accounts:\(name)", body: body, isRepeatable: isRepeatable)
    }

    static func v2(_ name: String, body: [String: WireValue], isRepeatable: Bool = false) -> WireCall {
        WireCall(path: "identitytoolkit.googleapis.com/v2/accounts/\(name)", body: body, isRepeatable: isRepeatable)
    }

    /// Asks for a new ID token; its answer is a ``RefreshAnswer``.
    static func refresh(_ refreshToken: String) -> WireCall {
        WireCall(
            path: "securetoken.googleapis.com/v1/token",
            body: ["grantType": "refresh_token", "refreshToken": .text(refreshToken)], isRepeatable: true)
    }
}
