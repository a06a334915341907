import Configuration
import Foundation
import GatewayKit
import SystemPackage

/// Where settings come from: overrides, the environment, a folder of secret files, `verifyd.yaml`.
///
/// A setting has the value of the first source that names it, in this order.
package struct SettingsSources: Sendable {
    /// Environment variables that belong to the scripts in `deploy/`, though their names begin like those of settings.
    private static let foreignVariables: Set = ["VERIFYD_LOCAL", "VERIFYD_SERVICES", "VERIFYD_PYTHON"]

    /// Environment variables in the place of the flags `--config` and `--secrets`.
    private static let (configVariable, secretsVariable) = ("VERIFYD_CONFIG", "VERIFYD_SECRETS")

    /// The path of a settings file, which must exist; nil for `verifyd.yaml`, which may be missing.
    private let config: String?
    /// The path of a folder with a file for each secret, for example `database-url`.
    private let secrets: String?
    /// Each is `NAME=VALUE`, for example `http.port=9000`.
    private let overrides: [String]

    package init(config: String? = nil, secrets: String? = nil, overrides: [String] = []) {
        self.config = config
        self.secrets = secrets
        self.overrides = overrides
    }

    /// The same with the paths of the environment where no flag names one; an empty variable names none.
    func completed(by environment: [String: String]) -> SettingsSources {
        func path(_ variable: String) -> String? { environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
        return SettingsSources(
            config: config ?? path(Self.configVariable), secrets: secrets ?? path(Self.secretsVariable),
            overrides: overrides)
    }

    /// The settings file, which may hold lists of gateways and routes; without a file, an empty `SettingsFile`.
    func file(mappings: Set<String>) throws(SettingsError) -> SettingsFile {
        let path = config ?? "verifyd.yaml"
        guard FileManager.default.fileExists(atPath: path) else {
            guard config == nil else { throw SettingsError("there is no settings file at \(path)") }
            return SettingsFile()
        }
        // The error would tell why the file cannot be read as UTF-8 text; the message below leaves this out.
        guard let yaml = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw SettingsError("\(path) cannot be read as a text in UTF-8")
        }
        return try SettingsFile(yaml: yaml, path: path, mappings: mappings)
    }

    /// The texts that the sources give, each with its source, by setting name.
    ///
    /// Throws `SettingsError` for a name that no setting has.
    func texts(
        of settings: KnownSettings, in file: SettingsFile, environment: [String: String]
    ) async throws -> [String: (text: String, origin: SettingOrigin)] {
        let readers = try await readers(of: settings, in: file, environment: environment)
        var texts: [String: (text: String, origin: SettingOrigin)] = [:]
        for setting in settings.all {
            for (origin, reader) in readers {
                let text = reader.string(forKey: ConfigKey(setting.name), isSecret: setting.isSecret)
                guard let text else { continue }
                texts[setting.name] = (text, origin)
                break
            }
        }
        return texts
    }

    /// A reader for each source, the source that wins first.
    private func readers(
        of settings: KnownSettings, in file: SettingsFile, environment: [String: String]
    ) async throws -> [(SettingOrigin, ConfigReader)] {
        let shared = Set(settings.all.compactMap(\.sharedVariable))
        var providers: [(SettingOrigin, any ConfigProvider)] = [
            (.flag, try overrides(of: settings).prefixKeys(with: "verifyd")),
            (.environment, try ours(environment, of: settings).prefixKeys(with: "verifyd")),
            (
                .environment,
                EnvironmentVariablesProvider(environmentVariables: environment.filter { shared.contains($0.key) })
            ),
        ]
        if let secrets {
            try refuseUnknownFiles(in: secrets, settings)
            providers.append((.secretFile, try await DirectoryFilesProvider(directoryPath: FilePath(secrets))))
        }
        providers.append((.file, try values(of: file, settings)))
        return providers.map { ($0, ConfigReader(provider: $1)) }
    }

    private func overrides(of settings: KnownSettings) throws -> EnvironmentVariablesProvider {
        let pairs = overrides.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
        try refuseUnknown(pairs.map(\.name), to: settings, by: \.name)
        let values = pairs.flatMap { pair in
            settings.all.filter { $0.name == pair.name }.map { ($0.environmentName, pair.value) }
        }
        return EnvironmentVariablesProvider(environmentVariables: Dictionary(values) { $1 })
    }

    private func ours(
        _ environment: [String: String], of settings: KnownSettings
    ) throws -> EnvironmentVariablesProvider {
        let others = Self.foreignVariables.union([Self.configVariable, Self.secretsVariable])
        let ours = environment.filter { $0.key.hasPrefix("VERIFYD_") && !others.contains($0.key) }
        try refuseUnknown(ours.keys.sorted(), to: settings, by: \.environmentName)
        return EnvironmentVariablesProvider(environmentVariables: ours)
    }

    /// Ignores names that begin with a dot: the system that mounts such a folder makes them, for example Kubernetes.
    private func refuseUnknownFiles(in folder: String, _ settings: KnownSettings) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw SettingsError("--secrets or VERIFYD_SECRETS: there is no folder \(folder) that can be read")
        }
        try refuseUnknown(names.sorted().filter { !$0.hasPrefix(".") }, to: settings, by: \.fileName)
    }

    private func values(of file: SettingsFile, _ settings: KnownSettings) throws -> InMemoryProvider {
        try refuseUnknown(file.values.keys.sorted(), to: settings, by: \.name)
        let values = file.values.map {
            (AbsoluteConfigKey(ConfigKey($0.key)), ConfigValue(.string($0.value), isSecret: true))
        }
        return InMemoryProvider(values: Dictionary(uniqueKeysWithValues: values))
    }

    /// `spelling`: a setting's name as the source spells it, for example `VERIFYD_HTTP_PORT` in the environment.
    private func refuseUnknown(
        _ names: [String], to settings: KnownSettings, by spelling: (any DeclaredSetting) -> String
    ) throws(SettingsError) {
        let known = Set(settings.all.map(spelling))
        guard let stranger = names.first(where: { !known.contains($0) }) else { return }
        guard !settings.ofSingleGateway.contains(where: { spelling($0) == stranger }) else {
            throw SettingsError(
                "\(stranger) is of a single gateway, but there is a list of gateways: put it in there")
        }
        throw .unknown(stranger, among: settings.all)
    }
}

/// The settings that sources may name.
struct KnownSettings: Sendable {
    let all: [any DeclaredSetting]
    /// Those of an installation's single gateway, also where there is a list of gateways.
    let ofSingleGateway: [any DeclaredSetting]
}

/// Which source says a setting's value.
package enum SettingOrigin: String, Sendable, CaseIterable {
    case flag
    case environment
    /// A file in a folder of secrets.
    case secretFile = "secret file"
    /// `verifyd.yaml`, or the file that takes its place.
    case file = "settings file"
    /// No source says it.
    case standard = "default"
}
