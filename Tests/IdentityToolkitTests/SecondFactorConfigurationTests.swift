import AccountCore
import AccountTesting
import StrictJSON
import Testing

@testable import IdentityToolkit

/// The member `mfa`, which firebase-admin for Node calls `multiFactorConfig`.
@Suite("Second factors in the configuration of a project")
struct SecondFactorConfigurationTests {
    /// As firebase-admin for Node writes it, with a mask of its leaves.
    private static let whole = """
        {"mfa":{"state":"MANDATORY","enabledProviders":["PHONE_SMS"],\
        "providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":5}}]}}
        """
    private static let mask = "mfa.state,mfa.enabledProviders,mfa.providerConfigs"

    @Test("are kept, shown and followed, in both modes", arguments: IdentityModeName.allCases)
    func kept(mode: IdentityModeName) async throws {
        let fixture = try IdentityFixture(mode.mode)
        try await fixture.serve { api in
            let set = try await api.config(Self.whole, mask: Self.mask)
            #expect(set["mfa"] == (try JSONValue(parsing: Self.whole.utf8))["mfa"], "\(set.error ?? "")")
            #expect(try await api.config().json == set.json)
            let rules = try #require(try fixture.accountWorld.projects().first?.ownSecondFactors)
            #expect(rules.state == .mandatory && rules.takesPhones && rules.takesApps && rules.adjacentSteps == 5)
            let off = try await api.config(#"{"mfa":{"state":"DISABLED"}}"#, mask: "mfa.state")
            #expect(off["mfa"]?["state"] == "DISABLED" && off["mfa"]?["enabledProviders"] == ["PHONE_SMS"])
            #expect(try fixture.accountWorld.projects().first?.ownSecondFactors?.isOn == false)
        }
    }

    @Test("may be written by the wire's numbers, and in snake case")
    func numbers() async throws {
        let fixture = try IdentityFixture(.production)
        let body = #"{"mfa":{"state":2,"enabled_providers":[1],"provider_configs":[]}}"#
        let set = try await fixture.serve { try await $0.config(body, mask: "mfa") }
        #expect(set["mfa"] == ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": []])
    }

    @Test(
        "are refused where they say what nothing could do, and nothing of the call is kept",
        arguments: [
            (#"{"mfa":{"state":"ENABLED"}}"#, "INVALID_CONFIG : mfa.state is on and no factor is"),
            (
                #"{"mfa":{"providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":11}}]}}"#,
                "INVALID_CONFIG : adjacentIntervals is a number from 0 to 10."
            ),
            (
                #"{"mfa":{"state":"SOMETIMES"}}"#,
                "Invalid JSON payload received. /mfa/state must be equal to one of the allowed values"
            ),
            (
                #"{"mfa":{"enabledProviders":["PIGEON"]}}"#,
                "Invalid JSON payload received. /mfa/enabledProviders/0 must be equal to one of the allowed values"
            ), (#"{"mfa":[]}"#, "Invalid JSON payload received. /mfa must be object"),
            (#"{"mfa":{"hat":true}}"#, "INVALID_CONFIG : mfa.hat is not enforced here."),
        ])
    func refused(body: String, error: String) async throws {
        let fixture = try IdentityFixture(.production)
        let answer = try await fixture.serve { try await $0.config(body, mask: "mfa") }
        #expect(answer.status == 400 && answer.error?.hasPrefix(error) == true, "\(answer.body)")
        #expect(try fixture.accountWorld.projects().first == fixture.project)
    }

    @Test("the last kind of factor is not taken away while factors are on")
    func last() async throws {
        let fixture = try IdentityFixture(.production)
        try await fixture.serve { api in
            let body = #"{"mfa":{"state":"ENABLED","enabledProviders":["PHONE_SMS"]}}"#
            #expect(try await api.config(body, mask: "mfa").status == 200)
            let none = try await api.config(#"{"mfa":{"enabledProviders":[]}}"#, mask: "mfa.enabledProviders")
            #expect(none.error?.hasPrefix("INVALID_CONFIG") == true)
            #expect(try await api.config()["mfa"]?["enabledProviders"] == ["PHONE_SMS"])
        }
    }
}
