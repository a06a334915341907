import HTTPService
import HTTPTypes
import Hummingbird

/// Keeps whether a person wants light or dark pages, so that the server writes them right from the first byte.
enum ThemeCookie {
    private static let name = "theme"

    /// Nil leaves it to the browser.
    static func theme(of request: Request) -> String? {
        request.cookies[name].map(\.value).flatMap { ["light", "dark"].contains($0) ? $0 : nil }
    }

    /// Answers the form at the foot of every page: keeps the theme, and leads back to the page.
    static func choose(_ form: Form?, base: String) -> Response {
        let theme = form?["theme"].flatMap { ["light", "dark"].contains($0) ? $0 : nil }
        let path = base.isEmpty ? "/" : base
        let cookie = "\(name)=\(theme ?? ""); Path=\(path); SameSite=Lax; Max-Age=\(theme == nil ? 0 : 31_536_000)"
        return Response(
            status: .seeOther, headers: [.location: base + OwnPath(form?["to"]).text, .setCookie: cookie])
    }
}
