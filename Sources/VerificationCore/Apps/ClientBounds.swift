/// Which apps and pages may use a key of scope `client`.
///
/// A client's key is public, and a program can write any name into any field. So the bounds keep honest apps apart, and
/// do not stop an attacker who writes a program.
///
/// A page cannot do that: its browser writes where the page comes from into `Origin`, and lets no script change it. So a
/// call with an `Origin` is a page's call, and only entries for the web admit it. Otherwise a page of another site would
/// name an app, and every visitor of that site would call with an address of their own.
package struct ClientBounds: Sendable, Hashable, CustomStringConvertible {
    /// What a call says of the app or page that makes it.
    package struct Origin: Sendable, Hashable {
        /// Of an app on iOS; nil when the call does not say it.
        package let bundle: String?
        /// The name of an Android package.
        package let package: String?
        /// The host of the page, in lower-case letters; nil also for a page whose browser does not say its host.
        package let domain: String?
        /// Whether a browser says that a page makes the call.
        package let isPage: Bool

        package init(bundle: String? = nil, package: String? = nil, domain: String? = nil, isPage: Bool = false) {
            (self.bundle, self.package, self.domain) = (bundle, package, domain?.lowercased())
            self.isPage = isPage
        }
    }

    /// Without bounds a key serves every app and page.
    package static let none = ClientBounds(entries: [])

    private let entries: [Entry]

    private enum Entry: Sendable, Hashable {
        case bundle(String)
        case package(String)
        /// With a `*.` in front it is every host below.
        case domain(String)
    }

    private init(entries: [Entry]) { self.entries = entries }

    /// Reads entries with commas between them: `ios:com.example.shop,android:com.example.shop,web:*.shop.example`.
    ///
    /// Nil for an entry of another kind, and for a name with other characters than letters, digits and `.-_*`.
    package init?(_ text: String) {
        var entries: [Entry] = []
        for part in text.split(separator: ",") {
            let halves = part.split(separator: ":", maxSplits: 1).map(String.init)
            guard halves.count == 2, !halves[1].isEmpty, halves[1].utf8.allSatisfy(Self.isPlain) else { return nil }
            switch halves[0] {
            case "ios": entries.append(.bundle(halves[1]))
            case "android": entries.append(.package(halves[1]))
            case "web": entries.append(.domain(halves[1].lowercased()))
            default: return nil
            }
        }
        self.init(entries: entries)
    }

    package var isNone: Bool { entries.isEmpty }

    /// In the form in which it is read.
    package var description: String {
        entries.map { entry in
            switch entry {
            case .bundle(let name): "ios:\(name)"
            case .package(let name): "android:\(name)"
            case .domain(let name): "web:\(name)"
            }
        }.joined(separator: ",")
    }

    /// Whether a call of this origin may use the key.
    package func admit(_ origin: Origin) -> Bool {
        entries.isEmpty
            || entries.contains { entry in
                switch entry {
                case .bundle(let name): !origin.isPage && origin.bundle == name
                case .package(let name): !origin.isPage && origin.package == name
                case .domain(let name):
                    name.hasPrefix("*.") ? origin.domain?.hasSuffix(name.dropFirst()) ?? false : origin.domain == name
                }
            }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*"): true
        default: false
        }
    }
}
