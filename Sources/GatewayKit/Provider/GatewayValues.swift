/// What the settings say of one gateway.
public struct GatewayValues: SettingValues {
    /// The beginning of its settings' names, for example `gateways.main`.
    public let parent: String
    /// The regions that numbers have, such as `IN`, for settings that name some.
    public let regions: Set<String>
    private let text: @Sendable (_ name: String) -> String?

    /// - Parameters:
    ///   - parent: The beginning of its settings' names.
    ///   - regions: The regions that numbers have.
    ///   - text: What the sources say of a setting, by its whole name; nil where they do not say it.
    package init(below parent: String, regions: Set<String>, text: @escaping @Sendable (_ name: String) -> String?) {
        self.parent = parent
        self.regions = regions
        self.text = text
    }

    /// For a test of a provider: texts by the last words of the settings' names.
    public init(_ texts: [String: String], below parent: String = "gateway", regions: Set<String> = []) {
        let named = Dictionary(uniqueKeysWithValues: texts.map { ("\(parent).\($0.key)", $0.value) })
        self.init(below: parent, regions: regions) { named[$0] }
    }

    /// The value of a setting; throws when its text is wrong, or missing without a standard.
    public func value<Value>(of setting: Setting<Value>) throws(SettingsError) -> Value {
        let setting = setting.below(parent)
        return try setting.value(from: text(setting.name))
    }

    /// The same for a setting that may be missing; nil when neither a text nor a standard exists.
    public func valueIfSet<Value>(of setting: Setting<Value>) throws(SettingsError) -> Value? {
        let setting = setting.below(parent)
        return try setting.valueIfSet(from: text(setting.name))
    }

    /// Whether a source says it, also when the source says the standard.
    public func isSet(_ setting: any DeclaredSetting) -> Bool { text(name(of: setting)) != nil }

    /// The setting's whole name, for example `gateways.main.url`.
    public func name(of setting: any DeclaredSetting) -> String { "\(parent).\(setting.name)" }

    /// An error that names a setting, for example "gateways.main.url must be https".
    public func problem(with setting: any DeclaredSetting, _ complaint: String) -> SettingsError {
        SettingsError("\(name(of: setting)) \(complaint)")
    }
}

/// What reads settings: those of an installation, or those of one gateway.
package protocol SettingValues: Sendable {
    /// The value of a setting; throws when its text is wrong, or missing without a standard.
    func value<Value>(of setting: Setting<Value>) throws(SettingsError) -> Value
    /// The same for a setting that may be missing; nil when neither a text nor a standard exists.
    func valueIfSet<Value>(of setting: Setting<Value>) throws(SettingsError) -> Value?
    /// The setting's whole name.
    func name(of setting: any DeclaredSetting) -> String
}
