import AccountCore
import GatewayKit
import Operations
import Testing

@testable import Assembly

@Suite("The settings of the operators' single sign-on")
struct SignOnSettingsTests {
    private static let whole = [
        "VERIFYD_DASHBOARD_OIDC_ISSUER": "https://id.example/realms/ops", "VERIFYD_DASHBOARD_OIDC_CLIENT_ID": "dash",
        "VERIFYD_DASHBOARD_OIDC_ROLES": #"{"oncall": "operator"}"#, "VERIFYD_DASHBOARD_URL": "https://ops.example/",
    ]

    private func read(_ changes: [String: String?]) async throws -> SignOnPlan? {
        var environment = Self.whole
        for (name, value) in changes { environment[name] = value }
        return try await Settings(SettingsSources(), environment: environment).signOnPlan
    }

    @Test("say where the provider sends browsers back, whatever a call says of its host")
    func whole() async throws {
        let plan = try #require(try await read([:]))
        #expect(plan.redirectURI == "https://ops.example/ops/sign-in/provider/answer")
        #expect(plan.client.issuer == "https://id.example/realms/ops" && plan.client.secret == nil)
        #expect(plan.label == "Single sign-on")
        let rooted = try await read([
            "VERIFYD_DASHBOARD_PATH": "/", "VERIFYD_DASHBOARD_URL": "http://localhost:8089",
        ])
        #expect(rooted?.redirectURI == "http://localhost:8089/sign-in/provider/answer")
    }

    @Test("are off without any of them")
    func off() async throws {
        #expect(try await Settings(SettingsSources(), environment: [:]).signOnPlan == nil)
    }

    @Test(
        "of which a part is missing are refused with the name of that part",
        arguments: [
            ("VERIFYD_DASHBOARD_OIDC_ISSUER", "dashboard.oidc.issuer"),
            ("VERIFYD_DASHBOARD_OIDC_CLIENT_ID", "dashboard.oidc.clientID"),
            ("VERIFYD_DASHBOARD_OIDC_ROLES", "dashboard.oidc.roles"), ("VERIFYD_DASHBOARD_URL", "dashboard.url"),
        ])
    func half(variable: String, setting: String) async throws {
        do {
            _ = try await read([variable: nil])
            Issue.record("nothing was missed")
        } catch let error as SettingsError {
            #expect(error.description.contains(setting), "\(error)")
        }
    }

    @Test(
        "that nobody could mean are refused",
        arguments: [
            ("ISSUER", "http://id.example"), ("ISSUER", "id.example"), ("ISSUER", "https://a@id.example"),
            ("ISSUER", "https://id.example/?a"), ("ROLES", #"{"oncall": "root"}"#), ("ROLES", "[]"),
            ("SCOPES", "profile email"), ("DEFAULT_ROLE", "root"),
        ])
    func wrong(name: String, value: String) async throws {
        await #expect(throws: SettingsError.self) { _ = try await read(["VERIFYD_DASHBOARD_OIDC_" + name: value]) }
    }

    @Test("take a default role in the place of a mapping, and an empty secret for none")
    func defaultRole() async throws {
        let plan = try await read([
            "VERIFYD_DASHBOARD_OIDC_ROLES": nil, "VERIFYD_DASHBOARD_OIDC_DEFAULT_ROLE": "viewer",
            "VERIFYD_DASHBOARD_OIDC_CLIENT_SECRET": "",
        ])
        #expect(plan != nil && plan?.client.secret == nil)
    }

    @Test("may be a mapping in the settings file")
    func file() throws {
        let yaml = "dashboard: {oidc: {roles: {verifyd-admins: admin, on.call: operator}}}"
        let file = try SettingsFile(yaml: yaml, path: "verifyd.yaml", mappings: [])
        #expect(file.values == ["dashboard.oidc.roles": #"{"verifyd-admins":"admin","on.call":"operator"}"#])
    }
}
