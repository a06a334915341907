import HTTPService
import Hummingbird
import Operations
import VerificationCore

/// The app of which a person wants to see pages; their addresses carry it as `app`.
struct OneApp: Sendable {
    static let all = OneApp(nil)

    /// Nil for all apps.
    let id: AppID?

    init(_ id: AppID?) { self.id = id }

    /// The app that the address names; throws for a text that is no app's name.
    init(_ call: PageCall) throws(OperatorError) {
        guard let text = call.query("app") else {
            self = .all
            return
        }
        guard let id = AppID(text) else { throw .unusable("No app can have this name.") }
        self.init(id)
    }

    /// The app of an address; nil also where the text is no app's name, for pages that show all apps anyway.
    static func chosen(in request: Request) -> AppID? {
        Form(Array((request.uri.query ?? "").utf8))?["app"].flatMap { AppID($0) }
    }

    /// An address of the dashboard that keeps the app; a name of an app needs no escaping.
    func kept(in path: String) -> String {
        guard let id else { return path }
        return path + (path.contains("?") ? "&" : "?") + "app=\(id.name)"
    }
}
