import Foundation
import Gateways
import Sandbox
import Testing
import VerificationCore

@testable import Assembly

@Suite("A list of gateways")
struct GatewayListTests {
    private static let file = """
        gateways:
          - name: main
            kind: webhook
            url: https://sms.example/send
            secret: whsec_\(String(repeating: "AAAA", count: 8))
            inFlight: 7
          - name: trial
            kind: sandbox
        routes:
          - prefix: +4915
            app: shop
            gateway: trial
          - prefix: "+49"
            gateway: main
          - app: shop
            gateway: main
          - gateway: trial
        """

    @Test(
        "sends each message through the gateway of the first route that is for it",
        arguments: [
            ("+4915112345678", "shop", "trial"), ("+4915112345678", "bank", "main"), ("+4930123456", "shop", "main"),
            ("+43660123456", "shop", "main"), ("+43660123456", "bank", "trial"),
        ])
    func routes(number: String, app: String, gateway: String) async throws {
        let gateways = try ConfiguredGateways(try await settings(Self.file))
        let phone = PhoneNumber(e164: number, region: "ZZ", callingCode: 49, kind: .mobile)
        let app = try #require(AppID(app))
        let entry = try await gateways.routes.permit(for: phone, of: app, within: .seconds(60))
        guard case .admitted(let permit) = entry else {
            Issue.record("no place: \(entry)")
            return
        }
        #expect(permit.gateway.name == gateway)
        permit.release()
    }

    @Test("gives each gateway places of its own, and the one sandbox its inbox")
    func separate() async throws {
        let settings = try await settings(Self.file)
        let gateways = try ConfiguredGateways(settings)
        #expect(gateways.routes.gateways.map(\.name) == ["main", "trial"])
        #expect(try settings.gateways.map { try settings.places(of: $0) } == [7, 1_000])
        #expect(gateways.sandbox?.name == "trial")
        let routes = "+4915 shop -> trial; +49 -> main; shop -> main; else -> trial"
        #expect(settings.routeSyntax == routes)
        #expect(settings.lines.first { $0.name == "gateways" }?.value == "main, trial")
        #expect(settings.lines.first { $0.name == "gateways.main.url" }?.value == "(secret)")
    }

    @Test("reads regions, shares and an order, and shows them as the file has them")
    func severalForOneRoute() async throws {
        let settings = try await settings(
            """
            gateways: [{name: a, kind: sandbox}, {name: b}, {name: c}]
            routes:
              - {region: de, prefix: +4915, app: shop, gateways: [a 1000, b 0, c]}
              - {region: NO, gateway: b, then: [c, a]}
              - {region: SE, gateways: [a 3, b], then: [c], learn: true}
              - {region: FI, gateway: b, learn: false}
              - {gateways: [a]}
            """)
        let words = [
            "DE +4915 shop -> a 1000, b 0, c 1", "NO -> b, then c, then a", "SE -> a 3, b 1, then c, learn", "FI -> b",
            "else -> a",
        ]
        #expect(settings.routes?.map(\.description) == words)
        #expect(settings.routes?.map(\.targets.learns) == [false, false, true, false, false])
    }

    @Test("takes secrets from the environment and from files by the gateway's name")
    func secrets() async throws {
        let file = "gateways: [{name: main, kind: webhook}]"
        let secret = "whsec_" + String(repeating: "BBBB", count: 8)
        try await withFolder { folder in
            try Data("https://sms.example/".utf8).write(to: folder.appending(path: "gateways-main-url"))
            let settings = try await settings(
                file, secrets: folder.path, environment: ["VERIFYD_GATEWAYS_MAIN_SECRET": secret])
            #expect(try ConfiguredGateways(settings).routes.gateways.map(\.name) == ["main"])
        }
    }

    @Test("is not needed: the single gateway has the name of its kind, and takes everything")
    func single() async throws {
        let settings = try await settings("gateway: {kind: sandbox}")
        let gateways = try ConfiguredGateways(settings)
        #expect(gateways.routes.gateways.map(\.name) == ["sandbox"])
        #expect(settings.routeSyntax == nil)
    }

    @Test(
        "is refused with words for whoever wrote it",
        arguments: [
            ("gateways: {main: {kind: sandbox}}", "gateways must be a list with at least one entry"),
            ("gateways: []", "gateways must be a list with at least one entry"),
            ("gateways: [{kind: sandbox}]", "gateways: each needs a name of small letters"),
            ("gateways: [{name: Main, kind: sandbox}]", "gateways: each needs a name of small letters"),
            ("gateways: [{name: none, kind: sandbox}]", "gateways: each needs a name of small letters"),
            ("gateways: [{name: a}, {name: a}]", "gateways: two are called a"),
            ("gateways: [{name: a}, {name: b}]", "routes is not set: with several gateways"),
            ("gateways: [{name: a, ulr: x}]", "there is no setting gateways.a.ulr; did you mean gateways.a.url?"),
            ("routes: [{gateway: a}]", "routes needs gateways"),
            ("gateways: [{name: a}]\nroutes: [{gateway: b}]", "routes: entry 1 names b, which is not in gateways"),
            ("gateways: [{name: a}]\nroutes: [{prefix: +49}]", "routes: entry 1 needs a gateway, or gateways"),
            ("gateways: [{name: a}]\nroutes: [{gateway: a, weight: 2}]", "routes: entry 1 has weight, but may have"),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, prefix: 49}, {gateway: a}]",
                "routes: the prefix of entry 1 must be like +49"
            ),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, app: My Shop}]",
                "routes: the app of entry 1 is no name of an app"
            ),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, prefix: +49}]",
                "routes: the last entry must have no region, no prefix and no app"
            ),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, prefix: +4}, {gateway: a, prefix: +49}, {gateway: a}]",
                "routes: entry 2 is never reached, for entry 1 takes all its messages"
            ),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, region: Germany}, {gateway: a}]",
                "routes: the region of entry 1 must be a region such as DE"
            ),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, region: UK}, {gateway: a}]",
                "routes: the region of entry 1 must be a region such as DE"
            ),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, gateways: [a]}]",
                "routes: entry 1 has gateway and gateways; it needs only one of them"
            ),
            ("gateways: [{name: a}]\nroutes: [{gateways: a}]", "routes: gateways of entry 1 must be a list such as"),
            ("gateways: [{name: a}]\nroutes: [{gateways: []}]", "routes: gateways of entry 1 must be a list such as"),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: [a]}]",
                "routes: the gateway of entry 1 must be a gateway's name"
            ),
            ("gateways: [{name: a}]\nroutes: [{gateways: [a 1001]}]", "routes: the gateways of entry 1 must be like"),
            ("gateways: [{name: a}]\nroutes: [{gateways: [a -1]}]", "routes: the gateways of entry 1 must be like"),
            ("gateways: [{name: a}]\nroutes: [{gateways: [a 1 2]}]", "routes: the gateways of entry 1 must be like"),
            (
                "gateways: [{name: a}]\nroutes: [{gateways: [{a: 1}]}]",
                "routes: gateways of entry 1 must be a list such as"
            ),
            ("gateways: [{name: a}]\nroutes: [{gateways: [a, a 2]}]", "routes: entry 1 names a twice"),
            ("gateways: [{name: a}]\nroutes: [{gateway: a, then: [a]}]", "routes: entry 1 names a twice"),
            ("gateways: [{name: a}]\nroutes: [{gateway: a, then: [b]}]", "routes: entry 1 names b, which is not in"),
            (
                "gateways: [{name: a}]\nroutes: [{gateway: a, then: a}]",
                "routes: then of entry 1 must be a list such as"
            ),
            (
                "gateways: [{name: a}, {name: b}]\nroutes: [{gateways: [a, b], learn: always}]",
                "routes: the learn of entry 1 must be true or false"
            ),
            (
                "gateways: [{name: a}, {name: b}]\nroutes: [{gateway: a, then: [b], learn: true}]",
                "routes: entry 1 has learn, but needs several gateways with weights"
            ),
            (
                "gateways: [{name: a}, {name: b}]\nroutes: [{gateways: [a, b 0], learn: true}]",
                "routes: entry 1 has learn, but needs several gateways with weights"
            ),
            (
                "gateways: [{name: a}]\ngateway: {kind: sandbox}",
                "gateway.kind is of a single gateway, but there is a list of gateways"
            ),
        ])
    func refused(file: String, words: String) async throws {
        let problem = await #expect(throws: SettingsError.self) { _ = try await settings(file) }
        #expect(problem?.description.contains(words) == true, "\(problem as Any)")
    }

    @Test("cannot have two sandboxes, for one inbox shows what they got")
    func twoSandboxes() async throws {
        let file = """
            gateways: [{name: a, kind: sandbox}, {name: b, kind: sandbox}]
            routes: [{gateway: a, prefix: +49}, {gateway: b}]
            """
        let settings = try await settings(file)
        #expect(throws: SettingsError.self) { try ConfiguredGateways(settings) }
    }

    @Test("leaves the deadline of a call as one setting of the worker")
    func deadline() async throws {
        let settings = try await settings("gateways: [{name: a, kind: sandbox}]\ngateway: {deadline: 5s}")
        #expect(try settings.value(of: GatewaySettings.deadline) == .seconds(5))
    }

    private func settings(
        _ file: String, secrets: String? = nil, environment: [String: String] = [:]
    ) async throws -> Settings {
        let path = FileManager.default.temporaryDirectory.appending(path: "verifyd-\(UUID()).yaml")
        try Data(file.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try await Settings(SettingsSources(config: path.path, secrets: secrets), environment: environment)
    }
}
