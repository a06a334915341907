import StrictJSON
import VerificationCore

/// What surrounds every page: title, menu, who is signed in, what was just done, and the time of the data.
struct Frame: Sendable {
    let title: String
    let base: String
    /// The path of the menu's entry below which the page is.
    let menu: String
    let person: Operator?
    /// A text that tells this installation from others, such as `PRODUCTION`; nil without such a text.
    let environment: String?
    /// `light` or `dark`; nil leaves it to the browser.
    let theme: String?
    /// Seconds until a browser without JavaScript loads the page again; nil for never.
    let refresh: Int?
    /// The query of this page's address without `refresh`; empty without one.
    let steady: String
    /// Whether a browser with JavaScript asks for the page again and again.
    let isLive: Bool
    /// What the person has just done.
    let told: String?
    /// The address of this page below the origin, for a form that comes back to it.
    let place: String
    /// Changes whenever a style or a script changes, so that no browser keeps an old file.
    let assets: String
    let at: Timestamp
    let version: String
    /// Why the database gave no answer a moment ago; nil while it answers.
    let databaseTrouble: String?
    /// The app that the menu's links carry along.
    let app: OneApp
    let choice: AppChoice
    /// What the last look at the installation found; nil for people who have not signed in, and before the first look.
    let state: StateMark?
}

extension Frame {
    /// As the template `layout.mustache` has it.
    var data: JSONValue {
        [
            "title": .string(title), "tabTitle": .string(state?.title(of: title, at: menu) ?? title),
            "state": state?.data(base: base, assets: assets) ?? .null, "base": .string(base),
            "environment": .text(environment), "theme": .text(theme),
            "refresh": .count(refresh), "steady": .word(steady), "isLive": .bool(isLive), "told": .text(told),
            "place": .string(place),
            "assets": .string(assets), "at": .time(at), "version": .string(version),
            "databaseTrouble": .text(databaseTrouble), "oneApp": choice.data,
            "links": .array(
                Menu.entries.map { entry in
                    [
                        "path": .string(app.kept(in: entry.path)), "name": .string(entry.name), "key": .text(entry.key),
                        "isCurrent": .bool(entry.path == menu || (entry.path == "/more" && Menu.isBelowMore(menu))),
                    ]
                }),
            "person": person.map { ["name": .string($0.name.text), "role": .string($0.role.rawValue)] } ?? .null,
            "mayAct": .bool((person?.role ?? .viewer) >= .operator),
            "mayHelp": .bool((person?.role ?? .viewer) >= .support),
            "mayDestroy": .bool((person?.role ?? .viewer) >= .admin),
        ]
    }
}
