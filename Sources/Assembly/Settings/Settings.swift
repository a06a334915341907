import Foundation

/// The texts of all settings, by name; a setting that the command does not use may be missing.
package struct Settings: Sendable {
    /// Every setting of this installation; a name that is not among them is refused in every source.
    package let declared: [any DeclaredSetting]
    let plan: GatewayPlan
    /// The texts from the sources, by setting name.
    private var texts: [String: (text: String, origin: SettingOrigin)]

    /// Reads all sources once; throws `SettingsProblem` for a wrong name or list, also if the process does not use it.
    ///
    /// A wrong value is found later, by `value(of:)` or `problems`.
    package init(
        _ sources: SettingsSources, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws {
        let file = try sources.file()
        plan = try GatewayPlan(gateways: file.gateways, routes: file.routes)
        declared = Self.declared(plan)
        texts = try await sources.texts(of: declared, file, environment)
    }

    /// The groups in the order in which `verifyd settings` lists them.
    private static func declared(_ plan: GatewayPlan) -> [any DeclaredSetting] {
        DatabaseSettings.all + AMQPSettings.all + QueueSettings.all + RetentionSettings.all + CodeSettings.all
            + PhoneSettings.all + HTTPSettings.all + AdminSettings.all + WorkerSettings.all
            + plan.gateways.flatMap(\.all)
            + [GatewaySettings.deadline] + ReceiptSettings.all + EventSettings.all + SandboxSettings.all
            + DashboardSettings.all + IdentitySettings.all + LogSettings.all + TraceSettings.all
    }

    /// The value of a setting; throws when its text is wrong, or missing without a standard.
    package func value<Value>(of setting: Setting<Value>) throws(SettingsProblem) -> Value {
        guard let text = text(of: setting), !setting.isMissing(text) else { throw setting.missing }
        return try setting.read(text)
    }

    /// The same for a setting that may be missing; nil when neither a text nor a standard exists.
    package func valueIfSet<Value>(of setting: Setting<Value>) throws(SettingsProblem) -> Value? {
        guard let text = text(of: setting) else { return nil }
        return try setting.read(text)
    }

    /// The text from the sources, or else the standard; nil without both.
    package func text(of setting: any DeclaredSetting) -> String? { texts[setting.name]?.text ?? setting.standard }

    /// Which source says the text; nil when there is no text.
    func origin(of setting: any DeclaredSetting) -> SettingOrigin? {
        texts[setting.name]?.origin ?? setting.standard.map { _ in .standard }
    }

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
    package var problems: [SettingsProblem] {
        declared.compactMap { setting in text(of: setting).flatMap { setting.problem(in: $0) } }
    }
}
