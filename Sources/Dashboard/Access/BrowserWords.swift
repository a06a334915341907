/// What a browser calls itself, in a few words that a person knows again.
///
/// The field itself is written by the caller, so nothing of it is kept or shown but these words.
enum BrowserWords {
    /// Most browsers name others too, so the rarer name stands first.
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]

    /// For example `Firefox on Linux`, of the field `User-Agent`; nil where nothing in it is known.
    static func of(_ field: String) -> String? {
        let field = field.prefix(512)
        guard let browser = browsers.first(where: { field.contains($0.0) })?.1 else { return nil }
        return browser + (systems.first { field.contains($0.0) }.map { " on \($0.1)" } ?? "")
    }
}
