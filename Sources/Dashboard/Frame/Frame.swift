import VerificationCore

/// What surrounds every page: title, menu, who is signed in, and the time of the data.
struct Frame: Sendable {
    struct Link: Sendable {
        let path: String
        let name: String
        let isCurrent: Bool
    }

    struct Person: Sendable {
        let name: String
        let role: String
    }

    let title: String
    let base: String
    let links: [Link]
    let person: Person?
    /// Words that tell this installation from others, such as `PRODUCTION`; nil without such words.
    let environment: String?
    /// `light` or `dark`; nil leaves it to the browser.
    let theme: String?
    /// Seconds until a browser without JavaScript loads the page again; nil for never.
    let refresh: Int?
    /// Changes whenever a style or a script changes, so that no browser keeps an old file.
    let assets: String
    let at: String
    let version: String
}
