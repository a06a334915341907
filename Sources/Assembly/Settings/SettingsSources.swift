import Configuration
import Foundation
import SystemPackage
import Yams

/// Where settings come from: overrides, the environment, a folder of secret files, `verifyd.yaml`; the first that has a
/// key wins.
package struct SettingsSources: Sendable {
    /// A settings file; without one `verifyd.yaml` is read, if it exists.
    private let config: String?
    /// A folder with one file per secret, named like `database-url`.
    private let secrets: String?
    /// Each `KEY=VALUE`, for example `http.port=9000`.
    private let overrides: [String]

    package init(config: String? = nil, secrets: String? = nil, overrides: [String] = []) {
        self.config = config
        self.secrets = secrets
        self.overrides = overrides
    }

    /// Variables of the environment that begin like ours and belong to the scripts in `deploy/`.
    private static let foreignVariables: Set = ["VERIFYD_LOCAL", "VERIFYD_SERVICES", "VERIFYD_PYTHON"]

    /// Reads all sources; a key that no setting has is refused wherever it stands.
    func reader(environment: [String: String]) async throws -> ConfigReader {
        let shared = Set(Settings.declared.compactMap(\.sharedVariable))
        var providers: [any ConfigProvider] = [
            try overridesProvider().prefixKeys(with: "verifyd"), try ours(environment).prefixKeys(with: "verifyd"),
            EnvironmentVariablesProvider(
                environmentVariables: environment.filter { shared.contains($0.key) }),
        ]
        if let secrets {
            try refuseUnknownFiles(in: secrets)
            providers.append(try await DirectoryFilesProvider(directoryPath: FilePath(secrets)))
        }
        if let file = try fileToRead() {
            try refuseUnknownKeys(in: file)
            providers.append(try await FileProvider<YAMLSnapshot>(filePath: FilePath(file)))
        }
        return ConfigReader(providers: providers)
    }

    private func overridesProvider() throws -> EnvironmentVariablesProvider {
        var values: [String: String] = [:]
        for text in overrides {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let setting = Settings.declared.first(where: { $0.name == parts[0] }) else {
                throw SettingsProblem.unknown(String(parts[0]))
            }
            values[setting.environmentName] = String(parts.last ?? "")
        }
        return EnvironmentVariablesProvider(environmentVariables: values)
    }

    private func ours(_ environment: [String: String]) throws -> EnvironmentVariablesProvider {
        let ours = environment.filter { $0.key.hasPrefix("VERIFYD_") && !Self.foreignVariables.contains($0.key) }
        let known = Set(Settings.declared.map(\.environmentName))
        if let stranger = ours.keys.sorted().first(where: { !known.contains($0) }) {
            throw SettingsProblem.unknown(stranger)
        }
        return EnvironmentVariablesProvider(environmentVariables: ours)
    }

    /// Names that begin with a dot are the machinery's that mounted the folder.
    private func refuseUnknownFiles(in folder: String) throws {
        let known = Set(Settings.declared.map(\.fileName))
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw SettingsProblem("--secrets: there is no folder \(folder) that can be read")
        }
        if let stranger = names.sorted().first(where: { !$0.hasPrefix(".") && !known.contains($0) }) {
            throw SettingsProblem.unknown(stranger)
        }
    }

    private func fileToRead() throws -> String? {
        if let config {
            guard FileManager.default.fileExists(atPath: config) else {
                throw SettingsProblem("there is no settings file at \(config)")
            }
            return config
        }
        return FileManager.default.fileExists(atPath: "verifyd.yaml") ? "verifyd.yaml" : nil
    }

    private func refuseUnknownKeys(in file: String) throws {
        // The parser's words could repeat a password of the file.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8), let root = try? Yams.compose(yaml: text)
        else { throw SettingsProblem("\(file) is not YAML") }
        let known = Set(Settings.declared.map(\.name))
        for key in root.flattenedKeys() where !known.contains(key) { throw SettingsProblem.unknown(key) }
    }
}

extension ConfigReader {
    /// A YAML number or truth value is as good as its text.
    func text(of setting: any DeclaredSetting) -> String? {
        string(forKey: ConfigKey(setting.name), isSecret: setting.isSecret)
    }
}

extension Node {
    /// The keys of all scalars below, with their parents' keys before them.
    fileprivate func flattenedKeys(below parent: String = "") -> [String] {
        guard let mapping else { return [parent] }
        return mapping.flatMap { key, value in
            value.flattenedKeys(below: (parent.isEmpty ? "" : parent + ".") + (key.string ?? ""))
        }
    }
}
