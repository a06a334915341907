/// The scheme of URLs that an app has registered for itself, for example `app-1-1234567890-ios-321abc456def7890`.
package enum AppScheme {
    private static let longest = 200
    /// Schemes that a browser opens by itself: a page that led there would run a text, or hand it to another site.
    private static let ofBrowsers: Set = [
        "about", "blob", "data", "file", "filesystem", "ftp", "http", "https", "intent", "javascript", "vbscript",
        "view-source", "ws", "wss",
    ]

    /// Whether a text in lower case is a scheme (RFC 3986, section 3.1), and none that a browser opens by itself.
    package static func isScheme(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && !ofBrowsers.contains(text) && text.utf8.allSatisfy(isPart)
            && text.utf8.first.map(isLetter) == true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isPart(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
    }
}
