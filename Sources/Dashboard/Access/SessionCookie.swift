import HTTPTypes
import Hummingbird

/// The cookie of a signed-in browser.
///
/// By its name a browser keeps it to this host, to HTTPS and to no parent domain; a browser takes it over plain HTTP only
/// from `localhost`.
enum SessionCookie {
    private static let name = "__Host-verifyd"

    static func token(of request: Request) -> String? {
        request.cookies[name]?.value
    }

    static func set(_ token: String) -> String {
        "\(name)=\(token); Path=/; Secure; HttpOnly; SameSite=Lax"
    }

    static let removal = "\(name)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
}
