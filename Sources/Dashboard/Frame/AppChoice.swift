import HTTPService
import StrictJSON
import VerificationCore

/// The choice of an app in a page's frame: a form that works without JavaScript.
struct AppChoice: Sendable {
    /// The most apps to choose from; an address can name any other.
    private static let most = 300

    let reach: AppReach
    let chosen: AppID?
    /// Nil while it is not known which apps there are.
    let names: [String]?
    /// The page's path below the base, without its query.
    let path: String
    /// The other fields of the address, which the form carries along.
    let fields: [(name: String, value: String)]

    /// `place`: the page's address below the base.
    init(_ reach: AppReach, chosen: AppID?, among names: [String]?, at place: String) {
        (self.reach, self.chosen, self.names) = (reach, chosen, names)
        let parts = place.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts.first ?? "")
        // Another app has other pages behind the first.
        fields = (parts.count > 1 ? Form(Array(parts[1].utf8))?.fields ?? [] : [])
            .filter { !$0.value.isEmpty && !["app", "before"].contains($0.name) }
    }

    /// As the template `layout.mustache` has it; null where the page has nothing to choose.
    var data: JSONValue {
        let isSingle = reach == .single
        guard isSingle || reach == .together && chosen != nil else { return .null }
        let unknown = chosen.flatMap { app in names.map { !$0.contains(app.name) } } ?? false
        let listed = Array((names ?? []).prefix(Self.most))
        let others = chosen.map { listed.contains($0.name) ? [] : [$0.name] } ?? []
        return [
            "path": .string(path), "isSingle": .bool(isSingle), "chosen": .text(chosen?.name),
            "isUnknown": .bool(unknown),
            "fields": .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "apps": .array(
                (others + listed).map { ["app": .string($0), "isChosen": .bool($0 == chosen?.name)] }),
        ]
    }
}

/// Whether a page can show a single app.
enum AppReach: Sendable {
    /// The page shows the chosen app alone.
    case single
    /// The page always shows all apps together, and says so where an app is chosen.
    case together
    /// The page is about no app's traffic.
    case none
}
