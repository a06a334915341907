import StrictJSON

/// A page that shows something, and its twin: the same data as JSON at `/api/v1` and the page's path.
struct Page: Sendable {
    /// What a page knows at a moment.
    struct Sheet: Sendable {
        var title: String
        var data: JSONValue
    }

    /// For example `/verifications/{id}`.
    let path: String
    /// The path of the menu's entry below which it is.
    let menu: String
    let template: Pages.Name
    /// Whether a browser with JavaScript asks again every five seconds; a page with a form must not.
    var isLive = true
    let load: @Sendable (PageCall) async throws -> Sheet
}
