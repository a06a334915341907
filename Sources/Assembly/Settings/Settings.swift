import Foundation
import GatewayKit
import Operations
import VerificationCore

/// The texts of all settings, by name; a setting that the command does not use may be missing.
package struct Settings: SettingValues {
    /// The kinds of gateway that this program knows.
    let providers: GatewayProviders
    let plan: GatewayPlan
    /// The texts from the sources, by setting name.
    private var texts: [String: (text: String, origin: SettingOrigin)]

    /// Reads all sources once; throws `SettingsError` for a wrong name or list, also if the process does not use it.
    ///
    /// A wrong value is found later, by `value(of:)` or `problems`. `providers` are the kinds of gateway that may be named.
    package init(
        _ sources: SettingsSources, providers: GatewayProviders = .builtIn,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws {
        try providers.check()
        let sources = sources.completed(by: environment)
        let file = try sources.file(mappings: providers.mappings)
        self.providers = providers
        plan = try GatewayPlan(gateways: file.gateways, routes: file.routes, of: providers)
        texts = try await sources.texts(
            of: KnownSettings(
                all: Self.declared(plan.gateways.flatMap(\.all)),
                ofSingleGateway: GatewaySettings.single(of: providers).all),
            in: file, environment: environment)
    }

    /// Every setting of this installation; a name that is not among them is refused in every source.
    ///
    /// What a gateway's kind reads stands first among the gateway's settings, in the form that this kind gives it.
    package var declared: [any DeclaredSetting] {
        Self.declared(
            plan.gateways.flatMap { described in
                // Without a good kind, a setting has the form that some kind gives it.
                guard let kind = text(of: described.kind), let provider = providers[kind] else { return described.all }
                let own = described.settings(of: provider)
                let names = Set(own.map(\.name))
                return own + described.all.filter { !names.contains($0.name) }
            })
    }

    /// The groups in the order in which `verifyd settings` lists them.
    static func declared(_ ofGateways: [any DeclaredSetting]) -> [any DeclaredSetting] {
        DatabaseSettings.all + AMQPSettings.all + QueueSettings.all + RetentionSettings.all + CodeSettings.all
            + PhoneSettings.all + HTTPSettings.all + AdminSettings.all + WorkerSettings.all + ofGateways
            + [GatewaySettings.deadline] + ReceiptSettings.all + EventSettings.all + SandboxSettings.all
            + BenchSettings.all
            + DashboardSettings.all + IdentitySettings.all + LogSettings.all + TraceSettings.all
    }

    /// The value of a setting; throws when its text is wrong, or missing without a standard.
    package func value<Value>(of setting: Setting<Value>) throws(SettingsError) -> Value {
        try setting.value(from: texts[setting.name]?.text)
    }

    /// The same for a setting that may be missing; nil when neither a text nor a standard exists.
    package func valueIfSet<Value>(of setting: Setting<Value>) throws(SettingsError) -> Value? {
        try setting.valueIfSet(from: texts[setting.name]?.text)
    }

    /// The text from the sources, or else the standard; nil without both.
    package func text(of setting: any DeclaredSetting) -> String? { texts[setting.name]?.text ?? setting.standard }

    /// The text from the sources of the setting with this name; nil when no source says it.
    func said(_ name: String) -> String? { texts[name]?.text }

    /// Which source says the text; nil when there is no text.
    func origin(of setting: any DeclaredSetting) -> SettingOrigin? {
        texts[setting.name]?.origin ?? setting.standard.map { _ in .standard }
    }

    /// The name as it is.
    package func name(of setting: any DeclaredSetting) -> String { setting.name }

    /// Whether a source says it, also when the source says the standard.
    func isSet(_ setting: any DeclaredSetting) -> Bool { texts[setting.name] != nil }

    /// A copy of the settings in which `setting` has another text, as if a flag said it.
    package func setting<Value>(_ setting: Setting<Value>, to text: String) -> Settings {
        var copy = self
        copy.texts[setting.name] = (text, .flag)
        return copy
    }

    /// What is wrong with the values that are set, also with values that only another role reads.
    ///
    /// A missing value is no problem here, because the role of this process may not need it.
    package var problems: [SettingsError] {
        declared.compactMap { setting in text(of: setting).flatMap { setting.problem(in: $0) } }
    }
}

extension Settings {
    /// The gateways and routes as an operator's pages show them; throws `SettingsError` for a wrong value.
    package var gatewayList: GatewayList {
        get throws {
            let members = try gateways.map { described in
                let kind = try value(of: described.kind)
                let perSecond = try value(of: described.perSecond)
                return GatewayList.Member(
                    name: described.name ?? kind, kind: kind, inFlight: try places(of: described),
                    perSecond: perSecond == 0 ? nil : perSecond,
                    statusPage: try valueIfSet(of: described.statusPage))
            }
            let routes = plan.table.routes + [GatewayRoute(target: plan.table.rest)]
            return GatewayList(
                members: members,
                routes: routes.map { route in
                    GatewayRoute(
                        region: route.region, prefix: route.prefix, app: route.app,
                        target: route.target.map { members[$0].name })
                })
        }
    }
}

/// What a process hands to another process of the same installation.
extension Settings {
    /// The same settings with another schema in the place of the usual schema, for work that must leave nothing behind.
    ///
    /// The connections have the schema's name in the database's list, whatever their role.
    package func inSchema(_ name: String) throws(SettingsError) -> Settings {
        let url = try value(of: DatabaseSettings.url)
        let options = "options=-csearch_path%3D\(name)&application_name=\(name)"
        return setting(DatabaseSettings.url, to: url + (url.contains("?") ? "&" : "?") + options)
    }

    /// What the sources say, as variables of the environment, without what they say of gateways and receipts.
    package var variables: [String: String] {
        let left = Set(plan.gateways.flatMap(\.all).map(\.name) + ReceiptSettings.all.map(\.name))
        let handed = declared.filter { isSet($0) && !left.contains($0.name) }
        return Dictionary(handed.map { ($0.environmentName, text(of: $0) ?? "") }) { $1 }
    }
}

/// The rows of the article on settings, as the settings themselves tell them: one for each setting.
///
/// Of gateways the single one's are listed; those of a gateway in the list have the same names below the gateway's.
package enum SettingsReference {
    /// Lines of Markdown, in the order of `verifyd settings`.
    package static let rows = Settings.declared(GatewaySettings.single(of: .builtIn).all).map(row)

    private static func row(_ setting: any DeclaredSetting) -> String {
        let standard = setting.standard.map { $0.isEmpty ? "empty" : "`\($0)`" } ?? "none"
        let facts = setting.summary.components(separatedBy: "; ") + (setting.isSecret ? ["a secret"] : [])
        let cells = [
            "`\(setting.name)`", "`\(setting.environmentName)`", standard,
            facts.map(sentence).joined(separator: " "),
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    /// One fact as a sentence, in which addresses and kinds of gateways are code, and a star is no emphasis.
    private static func sentence(_ fact: String) -> String {
        let text = fact.components(separatedBy: " ").map(marked).joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private static func marked(_ word: String) -> String {
        let end = word.last.map { ",:".contains($0) } == true ? String(word.suffix(1)) : ""
        let stem = String(word.dropLast(end.count))
        let isCode = stem.contains("://") || GatewayProviders.builtIn[stem] != nil
        return isCode ? "`\(stem)`\(end)" : word.replacing("*", with: "\\*")
    }
}
