import HTTPTypes
import Hummingbird
import VerificationCore

/// Tells that somebody has signed in by this browser before; it opens nothing, and stays when the person signs out.
enum BrowserCookie {
    private static let name = "__Host-verifyd-browser"

    static func text(of request: Request) -> String? { request.cookies[name]?.value }

    static func set(_ browser: KnownBrowser) -> String {
        "\(name)=\(browser.text); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(KnownBrowser.life.components.seconds)"
    }
}
