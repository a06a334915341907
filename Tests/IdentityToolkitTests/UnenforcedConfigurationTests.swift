import AccountCore
import AccountTesting
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("Settings of a project that nothing enforces")
struct UnenforcedConfigurationTests {
    /// What a former version has kept.
    private static let former: JSONObject = [
        "mfa": ["state": "MANDATORY"], "signIn": ["anonymous": ["enabled": true], "allowDuplicateEmails": true],
    ]

    @Test(
        "are refused by production by name, and nothing of the call is kept; an emulator keeps them",
        arguments: [
            (#"{"mfa":{"providerConfigs":[{"state":"ENABLED","hat":{}}]}}"#, "mfa", "mfa.providerConfigs"),
            (
                #"{"authorizedDomains":["a.b"],"recaptchaConfig":{"phoneEnforcementState":"ENFORCE"}}"#, nil,
                "recaptchaConfig.phoneEnforcementState"
            ), (#"{"sign_in":{"allow_duplicate_emails":true}}"#, "signIn", "signIn.allowDuplicateEmails"),
            (
                #"{"blockingFunctions":{"triggers":{"beforeSignIn":{"functionUri":"https://a.b/c"}}}}"#,
                "blockingFunctions.triggers", "blockingFunctions.triggers"
            ),
        ] as [(String, String?, String)])
    func refused(body: String, mask: String?, member: String) async throws {
        let fixture = try IdentityFixture(.production)
        let answer = try await fixture.serve { try await $0.config(body, mask: mask) }
        #expect(answer.status == 400 && answer.error == "INVALID_CONFIG : \(member) is not enforced here.")
        #expect(try fixture.accountWorld.projects().first == fixture.project)
        let emulated = try await IdentityFixture().serve { try await $0.config(body, mask: mask) }
        #expect(
            emulated.status == 200
                && emulated.json?.object?.value(at: member.split(separator: ".").map(String.init)) != nil)
    }

    @Test("that a former version has kept are not shown, let other changes pass, and may be switched off")
    func former() async throws {
        let fixture = try IdentityFixture(.production, others: Self.former)
        try await fixture.serve { api in
            let shown = try await api.config()
            #expect(shown["mfa"] == nil)
            #expect(shown["signIn"] == ["anonymous": ["enabled": true], "allowDuplicateEmails": false])
            let other = try await api.config(#"{"authorizedDomains":["a.b"]}"#, mask: "authorizedDomains")
            #expect(other.status == 200 && other["mfa"] == nil)
            #expect(try fixture.accountWorld.projects().first?.others["mfa"] == ["state": "MANDATORY"])
            let changed = try await api.config(#"{"mfa":{"state":"ENABLED"}}"#, mask: "mfa.state")
            #expect(changed.error?.hasPrefix("INVALID_CONFIG : mfa.state is on and no factor is") == true)
            let off = try await api.config(#"{"mfa":{"state":"DISABLED"}}"#, mask: "mfa.state")
            #expect(off.status == 200 && off["mfa"] == ["state": "DISABLED"])
            // Whoever writes back what is shown switches off what is not shown.
            let words = String(decoding: try #require(off.json).serialized, as: UTF8.self)
            #expect(try await api.config(words).status == 200)
            let kept = try #require(try fixture.accountWorld.projects().first).others
            #expect(kept["mfa"] == ["state": "DISABLED"])
            #expect(kept["signIn"] == ["anonymous": ["enabled": true], "allowDuplicateEmails": false])
        }
    }
}
