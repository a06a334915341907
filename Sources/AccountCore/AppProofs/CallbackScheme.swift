/// The scheme of the URL by which a page leads a person back into the app that has opened it.
///
/// Firebase's SDK for iOS makes the scheme of a name of the app, and the app registers it at the system.
package struct CallbackScheme: Sendable, Hashable {
    private static let clientIDEnd = ".apps.googleusercontent.com"

    /// As the SDK writes it: it waits for a URL that begins with exactly these letters.
    package let text: String

    /// Of an OAuth client id, in reverse: `1-a.apps.googleusercontent.com` is `com.googleusercontent.apps.1-a`.
    ///
    /// Nil for a text that is no such id.
    package init?(clientID: String) {
        guard clientID.hasSuffix(Self.clientIDEnd), clientID.utf8.count > Self.clientIDEnd.utf8.count
        else { return nil }
        self.init(clientID.split(separator: ".", omittingEmptySubsequences: false).reversed().joined(separator: "."))
    }

    /// Of an app's id at Google: `1:12:ios:ab` is `app-1-12-ios-ab`.
    ///
    /// Nil for a text that is no such id.
    package init?(appID: String) {
        guard appID.contains(":") else { return nil }
        self.init("app-" + appID.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-"))
    }

    private init?(_ text: String) {
        // In lower case the sign for kelvin is a plain k, which no browser takes for part of a scheme.
        guard text.utf8.allSatisfy({ $0 < 0x80 }), AppScheme.isScheme(text.lowercased()) else { return nil }
        self.text = text
    }

    /// Whether a list names it; schemes in capitals are the same (RFC 3986, section 3.1).
    package func isAmong(_ list: [String]) -> Bool {
        list.contains { $0.lowercased() == text.lowercased() }
    }
}
