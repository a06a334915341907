import StrictJSON
import VerificationCore
import Yams

/// The content of a settings file: single values by setting name, and the lists.
struct SettingsFile {
    /// Every value by its setting's name; for example the `url` of the gateway `main` is `gateways.main.url`.
    private(set) var values: [String: String] = [:]
    /// The names under `gateways`, in the file's order; nil without that list.
    private(set) var gateways: [String]?
    /// The entries of `routes`, in the file's order; nil without that list.
    private(set) var routes: [RouteLine]?

    /// An empty file.
    init() { mappings = [] }

    /// The last parts of the names of gateways' settings whose value may be a mapping.
    private let mappings: Set<String>

    /// - Parameters:
    ///   - yaml: The file's text.
    ///   - path: Only for error messages.
    ///   - mappings: The last parts of the names of gateways' settings whose value may be a mapping.
    /// - Throws: what is wrong with the file.
    init(yaml: String, path: String, mappings: Set<String>) throws(SettingsError) {
        self.mappings = mappings
        let root: Node?
        // The parser's message could repeat a password of the file.
        do { root = try Yams.compose(yaml: yaml) } catch { throw SettingsError("\(path) is not YAML") }
        // Comments alone are no mistake.
        guard let root else { return }
        guard let mapping = root.mapping else {
            throw SettingsError("\(path) must hold settings by their names, such as http: {port: 8080}")
        }
        for (key, value) in mapping {
            switch key.string ?? "" {
            case "gateways": try readGateways(value)
            case "routes": try readRoutes(value)
            case let name: try readValues(value, below: name)
            }
        }
    }

    /// Takes all scalars below `name`; each key is added to `name` with a dot.
    private mutating func readValues(_ node: Node, below name: String) throws(SettingsError) {
        if let pairs = node.mapping, isPairs(name) {
            values[name] = try Self.json(pairs, named: name)
        } else if let mapping = node.mapping {
            for (key, value) in mapping { try readValues(value, below: "\(name).\(key.string ?? "")") }
        } else if let scalar = node.scalar {
            // Also a number or a truth value is kept as its text, because the setting reads it later.
            values[name] = scalar.string
        } else {
            throw SettingsError("\(name) must be one value, not a list")
        }
    }

    /// Whether a mapping of this name is the value of one setting, and not the names of settings below it.
    private func isPairs(_ name: String) -> Bool {
        let words = name.split(separator: ".")
        let isOfGateway = words.first == "gateway" && words.count == 2 || words.first == "gateways" && words.count == 3
        if name == SignOnSettings.roles.name { return true }
        return isOfGateway && mappings.contains(words.last.map(String.init) ?? "")
    }

    /// A mapping of texts in the form that a setting of pairs has in every other source.
    private static func json(_ mapping: Node.Mapping, named name: String) throws(SettingsError) -> String {
        var members: [JSONObject.Member] = []
        for (key, value) in mapping {
            guard let key = key.scalar?.string, let value = value.scalar?.string else {
                throw SettingsError("\(name) must be a mapping of names to texts")
            }
            members.append(JSONObject.Member(key: key, value: .string(value)))
        }
        return String(decoding: JSONValue.object(JSONObject(members)).serialized, as: UTF8.self)
    }

    private mutating func readGateways(_ list: Node) throws(SettingsError) {
        var names: [String] = []
        for entry in try Self.entries(of: list, "gateways") {
            let name = entry["name"]?.scalar?.string ?? ""
            guard Self.isName(name) else {
                throw SettingsError("gateways: each needs a name of small letters, digits and dashes, such as main")
            }
            guard !names.contains(name) else { throw SettingsError("gateways: two are called \(name)") }
            names.append(name)
            for (key, value) in entry where key.string != "name" {
                try readValues(value, below: "gateways.\(name).\(key.string ?? "")")
            }
        }
        gateways = names
    }

    private mutating func readRoutes(_ list: Node) throws(SettingsError) {
        var lines: [RouteLine] = []
        for entry in try Self.entries(of: list, "routes") {
            var members: [String: RouteLine.Member] = [:]
            for (key, value) in entry { members[key.string ?? ""] = Self.member(value) }
            lines.append(try RouteLine(number: lines.count + 1, members: members))
        }
        routes = lines
    }

    private static func member(_ node: Node) -> RouteLine.Member {
        if let text = node.scalar?.string { return .text(text) }
        let texts = node.sequence?.compactMap { $0.scalar?.string }
        guard let texts, texts.count == node.sequence?.count else { return .other }
        return .list(texts)
    }

    private static func entries(of list: Node, _ name: String) throws(SettingsError) -> [Node.Mapping] {
        let entries = list.sequence?.compactMap(\.mapping) ?? []
        guard !entries.isEmpty, entries.count == list.sequence?.count else {
            throw SettingsError("\(name) must be a list with at least one entry, and each entry a mapping")
        }
        return entries
    }

    /// A gateway's name has the form of an app's id.
    ///
    /// `none` and `test-number` are taken: rows have them as the gateway's name when no gateway was called.
    private static func isName(_ text: String) -> Bool {
        AppID(text) != nil && !["none", "test-number"].contains(text)
    }
}
