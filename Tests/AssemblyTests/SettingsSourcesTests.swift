import Assembly
import Foundation
import GatewayKit
import Testing

@Suite("The sources of settings")
struct SettingsSourcesTests {
    @Test("win in this order: overrides, our variables, shared variables, secret files, the settings file")
    func order() async throws {
        try await withFolder { folder in
            let secrets = folder.appending(path: "secrets")
            try FileManager.default.createDirectory(at: secrets, withIntermediateDirectories: true)
            try Data("file-secret".utf8).write(to: secrets.appending(path: "amqp-url"))
            try Data("amqp: {url: yaml}\nhttp: {port: 81}".utf8).write(to: folder.appending(path: "v.yaml"))
            let config = folder.appending(path: "v.yaml").path
            func url(_ overrides: [String], _ environment: [String: String]) async throws -> String {
                let sources = SettingsSources(config: config, secrets: secrets.path, overrides: overrides)
                return try await Settings(sources, environment: environment).value(of: AMQPSettings.url)
            }
            let (ours, shared) = (["VERIFYD_AMQP_URL": "ours"], ["AMQP_URL": "shared"])
            let both = ours.merging(shared) { $1 }
            #expect(try await url(["amqp.url=override"], both) == "override")
            #expect(try await url([], both) == "ours")
            #expect(try await url([], shared) == "shared")
            #expect(try await url([], [:]) == "file-secret")
            let plain = try await Settings(SettingsSources(config: config), environment: [:])
            #expect(try plain.value(of: AMQPSettings.url) == "yaml")
            #expect(try plain.value(of: HTTPSettings.port) == 81, "a number in YAML is as good as its text")
        }
    }

    @Test("the environment may name file and folder; a flag wins, and an empty variable names none")
    func places() async throws {
        try await withFolder { folder in
            let secrets = folder.appending(path: "secrets")
            try FileManager.default.createDirectory(at: secrets, withIntermediateDirectories: true)
            try Data("secret".utf8).write(to: secrets.appending(path: "amqp-url"))
            for port in ["81", "82"] {
                try Data("http: {port: \(port)}".utf8).write(to: folder.appending(path: "\(port).yaml"))
            }
            let (file, other) = (folder.appending(path: "81.yaml").path, folder.appending(path: "82.yaml").path)
            let environment = ["VERIFYD_CONFIG": file, "VERIFYD_SECRETS": secrets.path]
            let settings = try await Settings(SettingsSources(), environment: environment)
            #expect(try settings.value(of: HTTPSettings.port) == 81)
            #expect(try settings.value(of: AMQPSettings.url) == "secret")
            let flags = try await Settings(SettingsSources(config: other), environment: environment)
            #expect(try flags.value(of: HTTPSettings.port) == 82)
            let empty = ["VERIFYD_CONFIG": "", "VERIFYD_SECRETS": ""]
            _ = try await Settings(SettingsSources(config: file), environment: empty)
            try await expectProblem(
                "there is no settings file at /none.yaml", SettingsSources(), ["VERIFYD_CONFIG": "/none.yaml"])
            try await expectProblem("there is no folder /none", SettingsSources(), ["VERIFYD_SECRETS": "/none"])
        }
    }

    @Test(
        "a file that says nothing is no mistake, and every other file that is no settings file is told apart",
        arguments: [
            ("", nil), ("# nothing yet\n", nil), ("- a\n- b\n", "must hold settings by their names"),
            ("just words\n", "must hold settings by their names"), ("a: [\n", "is not YAML"),
        ] as [(String, String?)])
    func strangeFiles(text: String, problem: String?) async throws {
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            try Data(text.utf8).write(to: config)
            let sources = SettingsSources(config: config.path)
            if let problem {
                try await expectProblem(problem, sources)
            } else {
                #expect(try await Settings(sources, environment: [:]).problems.isEmpty)
            }
        }
    }

    @Test("a retry schedule without a step is told, and is not the standard one")
    func emptyRetrySchedule() async throws {
        let settings = try await Settings(SettingsSources(overrides: ["queue.retryDelays=,"]), environment: [:])
        #expect(settings.problems.map(\.description) == ["queue.retryDelays must be times such as 5s,30s,2m"])
    }

    @Test("are refused with a name that no setting has, and the likely one is told")
    func strangers() async throws {
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            try Data("htp: {port: 1}".utf8).write(to: config)
            let words =
                "there is no setting htp.port; did you mean http.port or admin.port or sandbox.port or dashboard.port "
                + "or identity.port?"
            try await expectProblem(words, SettingsSources(config: config.path))
        }
        try await expectProblem(
            "there is no setting VERIFYD_HTTP_PROT; did you mean VERIFYD_HTTP_PORT?", SettingsSources(),
            ["VERIFYD_HTTP_PROT": "1"])
        try await expectProblem("did you mean database.url?", SettingsSources(overrides: ["database.ur=x"]))
        // It belongs to the scripts in deploy/.
        _ = try await Settings(SettingsSources(), environment: ["VERIFYD_LOCAL": "x"])
    }

    @Test("hold a list where one value belongs")
    func listForValue() async throws {
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            try Data("amqp: {url: [a, b]}".utf8).write(to: config)
            try await expectProblem("amqp.url must be one value, not a list", SettingsSources(config: config.path))
        }
    }

    private func expectProblem(
        _ words: String, _ sources: SettingsSources, _ environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let problem = await #expect(throws: SettingsError.self, sourceLocation: sourceLocation) {
            _ = try await Settings(sources, environment: environment)
        }
        #expect(problem?.description.contains(words) == true, "\(problem as Any)", sourceLocation: sourceLocation)
    }
}

/// A folder that is gone when the test is over.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}
