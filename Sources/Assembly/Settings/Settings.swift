import Foundation

/// What is set, by the names of the settings; what a command does not use may be missing.
package struct Settings: Sendable {
    /// Everything that can be set here: what is not among these is refused, in a file as in the environment.
    package let declared: [any DeclaredSetting]
    let plan: GatewayPlan
    /// What some source says, by name.
    private var texts: [String: String]

    /// Reads every setting once, so that a wrong name is found at the start and not when it is needed.
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
            + HTTPSettings.all + AdminSettings.all + WorkerSettings.all + plan.gateways.flatMap(\.all)
            + [GatewaySettings.deadline] + SandboxSettings.all + LogSettings.all
    }

    /// The value of a setting; throws when it is wrong, or missing without a standard.
    package func value<Value>(of setting: Setting<Value>) throws(SettingsProblem) -> Value {
        guard let text = text(of: setting), !setting.isMissing(text) else { throw setting.missing }
        return try setting.read(text)
    }

    /// The same for a setting that may be missing.
    package func valueIfSet<Value>(of setting: Setting<Value>) throws(SettingsProblem) -> Value? {
        guard let text = text(of: setting) else { return nil }
        return try setting.read(text)
    }

    /// As it was written, or the standard.
    package func text(of setting: any DeclaredSetting) -> String? { texts[setting.name] ?? setting.standard }

    /// The same settings, with another value for one of them.
    package func setting<Value>(_ setting: Setting<Value>, to text: String) -> Settings {
        var copy = self
        copy.texts[setting.name] = text
        return copy
    }

    /// What is wrong with the values that are set, also with those that only another role reads.
    ///
    /// A value that is missing is no problem here: the role of this process may not need it.
    package var problems: [SettingsProblem] {
        declared.compactMap { setting in text(of: setting).flatMap { setting.problem(in: $0) } }
    }
}
