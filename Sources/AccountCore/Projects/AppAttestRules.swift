import StrictJSON

/// Which apps may prove themselves to a project by Apple's App Attest.
package struct AppAttestRules: Sendable, Hashable {
    /// The ids of the apps: a team's id, a dot and a bundle id.
    package let apps: [String]
    /// Whether keys are good that Apple's service for apps in development has attested.
    package var allowsDevelopment = false
    /// The certificate to which all attestations lead, as PEM; nil for Apple's.
    package var root: String?

    /// Nil without apps, and for a text that is no app's id.
    package init?(apps: [String]) {
        guard (1...Self.most).contains(apps.count), apps.allSatisfy(Self.isAppID) else { return nil }
        self.apps = apps
    }

    /// For an operator, for example ` (TEAM123456.com.example.shop)`.
    package var words: String {
        let notes = (allowsDevelopment ? ", also in development" : "") + (root == nil ? "" : ", by an own root")
        return " (\(apps.joined(separator: ", "))\(notes))"
    }

    private static let most = 100

    private static func isAppID(_ text: String) -> Bool {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }
        return parts.count == 2 && parts[0].utf8.count == 10 && !parts[1].isEmpty && text.utf8.count <= 200 && isPlain
    }
}

// As the store keeps it.
extension AppAttestRules {
    var json: JSONValue {
        var members: JSONObject = [
            "apps": .array(apps.map(JSONValue.string)), "development": .bool(allowsDevelopment),
        ]
        members["root"] = root.map(JSONValue.string)
        return .object(members)
    }

    init?(_ json: JSONValue) {
        guard let apps = json["apps"]?.array?.compactMap(\.string), let development = json["development"]?.bool
        else { return nil }
        self.init(apps: apps)
        (allowsDevelopment, root) = (development, json["root"]?.string)
    }
}
