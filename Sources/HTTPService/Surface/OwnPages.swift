import HTTPTypes
import Hummingbird

/// Lets no page from elsewhere make a browser change anything here.
///
/// A browser says which page made it call: newer browsers in `Sec-Fetch-Site`, all browsers in the `Origin` of a `POST`.
/// Other programs, such as `curl`, send neither field and are let through.
package struct OwnPages: RouterMiddleware {
    private let isStrict: Bool

    /// `isStrict`: refuses also a call with a cookie that says nothing of where it comes from.
    ///
    /// A program with a cookie then names its `Origin`.
    package init(isStrict: Bool = false) { self.isStrict = isStrict }

    /// Throws `foreign-origin` for a call that changes something, and that another origin's page has made.
    package func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head || isOwn(request) else {
            throw Problem.foreignOrigin
        }
        return try await next(request, context)
    }

    private func isOwn(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" { return false }
        guard let origin = request.headers[.origin] else {
            return !isStrict || request.headers[.cookie] == nil || request.headers[.secFetchSite] != nil
        }
        guard let authority = request.head.authority else { return false }
        // A proxy before the sandbox may speak TLS with the browser.
        return origin == "http://" + authority || origin == "https://" + authority
    }
}

extension Problem {
    fileprivate static let foreignOrigin = Problem(
        .forbidden, code: "foreign-origin", detail: "The request comes from a page of another origin.")
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = known("Sec-Fetch-Site")
}
