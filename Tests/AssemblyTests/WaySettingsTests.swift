import Connections
import Foundation
import GatewayKit
import Gateways
import Logging
import Testing

@testable import Assembly

@Suite("The way of outgoing calls, as the settings say it")
struct WaySettingsTests {
    private static let webhook =
        "kind: webhook, url: https://sms.example/, secret: whsec_" + String(repeating: "AAAA", count: 8)

    @Test("each gateway has its own proxy, from any source, and none is shown")
    func proxies() async throws {
        let environment = ["VERIFYD_GATEWAYS_OTHER_PROXY": "http://u:sentinel@127.0.0.1:3129"]
        let file = """
            gateways:
              - {name: main, \(Self.webhook), proxy: "http://u:sentinel@proxy.example:3128"}
              - {name: other, \(Self.webhook)}
              - {name: third, \(Self.webhook)}
            routes: [{gateway: main, then: [other, third]}]
            """
        let settings = try await settings(file, environment)
        let ways = try settings.gateways.map { try settings.values(of: $0).way(CommonSettings.way).proxy }
        #expect(ways.map { $0?.host } == ["proxy.example", "127.0.0.1", nil])
        #expect(ways.map { $0?.port } == [3_128, 3_129, nil])
        #expect(!"\(settings.lines) \(settings.processFacts)".contains("sentinel"))
    }

    @Test("no variable of other programs chooses a proxy")
    func otherVariables() async throws {
        let proxy = "http://127.0.0.1:3128"
        let names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]
        let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, proxy) })
        let settings = try await settings("gateway: {\(Self.webhook)}", environment)
        #expect(try settings.values(of: settings.singleGateway).way(CommonSettings.way).proxy == nil)
        for way in [EventSettings.way, TraceSettings.way] { #expect(try settings.way(way).proxy == nil) }
    }

    @Test(
        "what is no proxy is refused by its setting's name, and not shown", arguments: ["gateway", "events", "trace"])
    func badProxy(group: String) async throws {
        for value in ["https://sentinel:1", "sentinel", "http://sentinel", "http://u:sentinel@h:1/x"] {
            let settings = try await settings("\(group): {proxy: \"\(value)\"}")
            let problem = try #require(settings.problems.first)
            #expect(problem.description.hasPrefix("\(group).proxy must be http://host:port or"))
            #expect(!problem.description.contains("sentinel"))
        }
    }

    @Test("a file without a certificate is refused at the start, with its name")
    func badFile() async throws {
        let words = "caFile: /nonexistent/sentinel.pem cannot be read as certificates in PEM"
        let file = "{caFile: /nonexistent/sentinel.pem"
        for entry in [Self.webhook, "kind: smpp, url: \"smpps://h:1\", account: a, secret: s"] {
            let settings = try await settings("gateways: [\(file), name: main, \(entry)}]")
            expect("gateways.main.\(words)") { _ = try settings.gateway(try #require(settings.gateways.first)) }
        }
        let events = try await settings("events: \(file)}")
        expect("events.\(words)") { _ = try events.eventCaller }
        let traces = try await settings("trace: \(file), endpoint: \"http://127.0.0.1:4318\"}")
        expect("trace.\(words)") { _ = try traces.spanExporter(role: "api", logger: Logger(label: "test")) }
    }

    @Test("SMPP goes through no proxy, and a gateway on this machine through none elsewhere")
    func noWay() async throws {
        let proxy = "proxy: \"http://proxy.example:3128\""
        let smpp = "kind: smpp, url: \"smpp://127.0.0.1:2775\", account: a, secret: s"
        for (entry, words) in [
            (smpp, "gateways.main.proxy is set, but a gateway of kind smpp does not read it"),
            (
                "kind: kannel, account: a, secret: s",
                "gateways.main.proxy is on another machine, but url names this one"
            ),
        ] {
            let settings = try await settings("gateways: [{name: main, \(entry), \(proxy)}]")
            expect(words) { _ = try settings.gateway(try #require(settings.gateways.first)) }
        }
    }

    private func expect(_ words: String, _ body: () throws -> Void) {
        let problem = #expect(throws: SettingsError.self, performing: body)
        #expect(problem?.description == words)
    }

    private func settings(_ file: String, _ environment: [String: String] = [:]) async throws -> Settings {
        var result: Settings?
        try await withFolder { folder in
            let config = folder.appending(path: "v.yaml")
            try file.write(to: config, atomically: true, encoding: .utf8)
            result = try await Settings(SettingsSources(config: config.path), environment: environment)
        }
        return try #require(result)
    }
}
