import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("What a configuration says of second factors")
struct SecondFactorConfigurationTests {
    private func object(_ text: String) throws -> JSONObject { try #require(try JSONValue(parsing: text.utf8).object) }

    private func project(_ mfa: String) throws -> Project {
        var project = Project(try #require(ProjectID("demo-shop")), app: try #require(AppID("demo")), number: 1)
        project.others = ["mfa": .object(try object(mfa))]
        return project
    }

    @Test("is kept by its words, also where a caller writes the wire's numbers")
    func words() throws {
        let written = #"{"state":3,"enabledProviders":[1],"providerConfigs":[{"state":2,"totpProviderConfig":{}}]}"#
        let kept = try SecondFactorRules.checked(try object(written), needsKind: true)
        let expected = """
            {"state":"MANDATORY","enabledProviders":["PHONE_SMS"],\
            "providerConfigs":[{"state":"ENABLED","totpProviderConfig":{}}]}
            """
        #expect(JSONValue.object(kept) == (try JSONValue(parsing: expected.utf8)))
    }

    @Test(
        "is refused with words where it means nothing here",
        arguments: [
            (#"{"state":"SOMETIMES"}"#, "mfa.state is one of"), (#"{"state":4}"#, "mfa.state is one of"),
            (#"{"state":-1}"#, "mfa.state is one of"), (#"{"enabledProviders":["PHONE"]}"#, "mfa.enabledProviders"),
            (#"{"enabledProviders":["PROVIDER_UNSPECIFIED"]}"#, "mfa.enabledProviders"),
            (#"{"providerConfigs":[{"state":"ON"}]}"#, "mfa.providerConfigs.state"),
            (#"{"providerConfigs":[{"totpProviderConfig":{"adjacentIntervals":11}}]}"#, "from 0 to 10"),
            (#"{"providerConfigs":[{"totpProviderConfig":{"adjacentIntervals":-1}}]}"#, "from 0 to 10"),
            (#"{"providerConfigs":[{"totpProviderConfig":{"adjacentIntervals":1.5}}]}"#, "from 0 to 10"),
            (#"{"state":"ENABLED"}"#, "no factor is"),
            (#"{"state":"MANDATORY","enabledProviders":[]}"#, "no factor is"),
            (
                #"{"state":"ENABLED","providerConfigs":[{"state":"DISABLED","totpProviderConfig":{}}]}"#,
                "no factor is"
            ),
        ])
    func refused(text: String, words: String) throws {
        let mfa = try object(text)
        let error = #expect(throws: AccountError.self) { try SecondFactorRules.checked(mfa, needsKind: true) }
        guard case .refused(.invalidConfig, let said?) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(said.contains(words))
    }

    @Test("an emulator keeps a state without a kind of factor, as Firebase's does")
    func emulated() throws {
        let mfa = try object(#"{"state":"ENABLED"}"#)
        #expect(try SecondFactorRules.checked(mfa, needsKind: false) == mfa)
    }

    @Test("a state that an earlier version has kept without a kind of factor asks nobody for one")
    func former() throws {
        for state in ["ENABLED", "MANDATORY"] {
            let project = try project(#"{"state":"\#(state)"}"#)
            #expect(project.ownSecondFactors?.isOn == false && project.secondFactorsInWords == nil)
            #expect(project.secondFactorWarning?.contains("nobody is asked") == true)
        }
        let off = try project(#"{"state":"DISABLED","enabledProviders":["PHONE_SMS"]}"#)
        #expect(off.ownSecondFactors?.isOn == false && off.secondFactorWarning == nil)
        #expect(Project(off.id, app: off.app, number: 1).ownSecondFactors == nil)
    }

    @Test("kinds of factors are on as their own states say")
    func kinds() throws {
        for (kind, isOn) in [
            (#"{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":5}}"#, true),
            (#"{"state":"MANDATORY","totpProviderConfig":{"adjacentIntervals":5}}"#, true),
            (#"{"totpProviderConfig":{"adjacentIntervals":5}}"#, true),
            (#"{"state":"DISABLED","totpProviderConfig":{"adjacentIntervals":5}}"#, false),
            (#"{"state":"MFA_STATE_UNSPECIFIED","totpProviderConfig":{"adjacentIntervals":5}}"#, false),
            (#"{"state":"ENABLED"}"#, false),
        ] {
            let rules = try project(
                #"{"state":"ENABLED","enabledProviders":["PHONE_SMS"],"providerConfigs":[\#(kind)]}"#
            ).ownSecondFactors
            #expect(rules?.takesPhones == true && rules?.takesApps == isOn, "\(kind)")
            #expect(rules?.adjacentSteps == (isOn ? 5 : SecondFactorRules.usualAdjacentSteps))
        }
    }

    @Test("an operator's words change what they name, and keep the rest")
    func operators() throws {
        var project = Project(try #require(ProjectID("demo-shop")), app: try #require(AppID("demo")), number: 1)
        #expect(throws: AccountError.self) { try project.setSecondFactors(.enabled, phones: nil, apps: nil) }
        #expect(project.others == JSONObject() && project.secondFactorsInWords == nil)
        try project.setSecondFactors(.enabled, phones: false, apps: true)
        #expect(project.secondFactorsInWords == "enabled (totp)")
        let steps = ["mfa", "providerConfigs"]
        project.others = project.others.setting(
            steps, to: [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 4]]])
        try project.setSecondFactors(.mandatory, phones: true, apps: nil)
        #expect(project.ownSecondFactors?.adjacentSteps == 4)
        project.identities.letsAnyAccountEnroll = true
        #expect(project.secondFactorsInWords == "mandatory (sms, totp), any account enrols")
        try project.setSecondFactors(nil, phones: true, apps: false)
        #expect(project.secondFactorsInWords == "mandatory (sms), any account enrols")
        #expect(throws: AccountError.self) { try project.setSecondFactors(nil, phones: false, apps: false) }
        try project.setSecondFactors(.disabled, phones: nil, apps: nil)
        #expect(project.secondFactorsInWords == nil)
    }

    @Test("an operator is warned where people could enrol no factor")
    func warnings() throws {
        var project = try project(#"{"state":"ENABLED","enabledProviders":["PHONE_SMS"]}"#)
        #expect(project.secondFactorWarning?.contains("verified e-mail") == true)
        project.identities.providers = [IdentityProvider(try #require(ProviderID("facebook.com")))]
        #expect(project.secondFactorWarning?.contains("verified e-mail") == true, "Facebook verifies no address")
        project.identities.providers = [IdentityProvider(try #require(ProviderID("google.com")))]
        #expect(project.secondFactorWarning == nil)
        try project.setSecondFactors(.mandatory, phones: nil, apps: nil)
        #expect(project.secondFactorWarning?.contains("by phone can enrol no factor") == true)
        try project.setSecondFactors(nil, phones: true, apps: true)
        #expect(project.secondFactorWarning?.contains("by phone can enrol no factor") == true)
        project.identities.letsAnyAccountEnroll = true
        #expect(project.secondFactorWarning == nil)
        project.identities.providers = []
        #expect(project.secondFactorWarning == nil, "any account may enrol")
    }
}
