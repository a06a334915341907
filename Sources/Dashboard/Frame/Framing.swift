import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore

/// Makes the frame of a page for a call.
struct Framing: Sendable {
    let base: String
    let environment: String?
    let version: String
    let assets: String
    let now: @Sendable () -> Timestamp
    /// Why the database gave no answer to the last look; nil while it answers.
    let databaseTrouble: @Sendable () -> String?
    /// What the last look at the installation found, without a new look.
    let state: @Sendable () -> StateMark?

    func frame(
        _ title: String, at menu: String, for person: Operator?, of request: Request, isLive: Bool = false,
        reach: AppReach = .none, among names: [String]? = nil
    ) -> Frame {
        let (place, app) = (place(of: request, menu), OneApp.chosen(in: request))
        let refresh = request.uri.queryParameters["refresh"].flatMap { Int($0) }.map { min(max($0, 2), 3_600) }
        return Frame(
            title: title, base: base, menu: menu, person: person, environment: environment,
            theme: ThemeCookie.theme(of: request), refresh: refresh, steady: Self.steady(request), isLive: isLive,
            told: TellingCookie.sentence(of: request), place: place,
            assets: assets, at: now(), version: version, databaseTrouble: person == nil ? nil : databaseTrouble(),
            app: OneApp(app), choice: AppChoice(reach, chosen: app, among: names, at: place),
            state: person == nil ? nil : state())
    }

    /// The query without `refresh`: the app, the window and all else that a person has chosen.
    private static func steady(_ request: Request) -> String {
        (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("refresh=") && $0 != "refresh" }
            .joined(separator: "&")
    }

    /// What a form's answer shows has no address to come back to; its menu's page has.
    private func place(of request: Request, _ menu: String) -> String {
        request.method == .post ? menu : String(request.uri.string.dropFirst(base.utf8.count))
    }
}

extension Timestamp {
    /// Date and time to the millisecond, for people; the page says once that it is UTC.
    var clock: String {
        let text = rfc3339
        return text.prefix(10) + " " + text.dropFirst(11).dropLast()
    }
}

/// Takes the sentence about what was done from the page that did it to the next page.
///
/// It is no text of the address: an attacker cannot make a page say something by a link.
enum TellingCookie {
    private static let name = "__Host-verifyd-done"

    static func set(_ sentence: String) -> String {
        let text = Base64.encodeForURL(Array(sentence.utf8))
        return "\(name)=\(text); Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=60"
    }

    static let removal = "\(name)=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"

    /// Nil for a browser that has done nothing just now.
    static func sentence(of request: Request) -> String? {
        guard let text = request.cookies[name]?.value, let bytes = Base64.decode(text) else { return nil }
        let sentence = String(decoding: bytes, as: UTF8.self)
        return sentence.isEmpty ? nil : sentence
    }
}

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
