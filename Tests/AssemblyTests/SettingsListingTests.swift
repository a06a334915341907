import Foundation
import Operations
import Testing
import VerificationCore

@testable import Assembly

@Suite("The list of settings")
struct SettingsListingTests {
    @Test("says which source each value comes from")
    func origins() async throws {
        try await withSources(overrides: ["http.port=9000"]) { settings in
            let origins = Dictionary(uniqueKeysWithValues: settings.lines.map { ($0.name, $0.origin) })
            #expect(origins["http.port"] == .flag)
            #expect(origins["log.level"] == .environment)
            #expect(origins["database.url"] == .environment, "DATABASE_URL, which other programs read too")
            #expect(origins["code.keys"] == .secretFile)
            #expect(origins["gateways.main.secret"] == .file && origins["gateways"] == .file)
            #expect(origins["queue.prefix"] == .standard)
            #expect(origins["gateways.main.token"] == .some(nil))
        }
    }

    @Test("shows no secret, whichever source it comes from, neither to the command nor to the page")
    func secrets() async throws {
        try await withSources(overrides: ["amqp.url=amqp://u:sentinel-flag@h"]) { settings in
            let shown = "\(settings.lines) \(settings.processFacts)"
            #expect(!shown.contains("sentinel"))
            for name in ["amqp.url", "database.url", "code.keys", "gateways.main.secret", "gateways.main.url"] {
                let fact = try #require(settings.processFacts.settings.first { $0.name == name })
                #expect(fact.value == "(secret)" && fact.isSecret, "\(name)")
            }
        }
    }

    @Test("tells the pages of each gateway and of each route, the last route being for what is left")
    func gateways() async throws {
        try await withSources(overrides: []) { settings in
            let list = try settings.gatewayList
            #expect(list.members.map(\.name) == ["main", "trial"] && list.members.map(\.perSecond) == [5, nil])
            #expect(list.routes.map(\.region) == ["DE", nil] && list.routes[0].target.all == ["main", "trial"])
            #expect(list.routes(of: "main").count == 1 && list.routes(of: "trial").count == 2)
        }
        let single = try await Settings(
            SettingsSources(overrides: ["gateway.kind=sandbox"]), environment: [:]
        ).gatewayList
        #expect(single.members.map(\.name) == ["sandbox"] && single.routes.map(\.target.all) == [["sandbox"]])
    }

    /// Settings with a secret in each source.
    private func withSources(overrides: [String], _ body: (Settings) async throws -> Void) async throws {
        try await withFolder { folder in
            let secrets = folder.appending(path: "secrets")
            try FileManager.default.createDirectory(at: secrets, withIntermediateDirectories: true)
            try Data("sentinel-file".utf8).write(to: secrets.appending(path: "code-keys"))
            let yaml = """
                gateways:
                  - {name: main, kind: webhook, url: "https://sentinel.example/", secret: sentinel-yaml, perSecond: 5}
                  - {name: trial, kind: sandbox}
                routes: [{region: DE, gateways: [main], then: [trial]}, {gateway: trial}]
                """
            try Data(yaml.utf8).write(to: folder.appending(path: "v.yaml"))
            let sources = SettingsSources(
                config: folder.appending(path: "v.yaml").path, secrets: secrets.path, overrides: overrides)
            let environment = [
                "VERIFYD_AMQP_URL": "amqp://u:sentinel-ours@h", "DATABASE_URL": "postgres://u:sentinel-shared@h/d",
                "VERIFYD_LOG_LEVEL": "debug",
            ]
            try await body(try await Settings(sources, environment: environment))
        }
    }
}
