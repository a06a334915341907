import AccountCore
import StrictJSON
import Testing

@Suite("Settings that production enforces")
struct EnforcedSettingsTests {
    private func object(_ text: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: text.utf8).object)
    }

    @Test(
        "are all others than these, which are named when they are switched on",
        arguments: [
            // A state asks nobody for a factor while no kind of factor is named.
            (#"{"mfa":{"state":"MANDATORY"}}"#, "mfa.state"), (#"{"mfa":{"state":2}}"#, "mfa.state"),
            (#"{"mfa":{"state":"ENABLED","enabledProviders":["PHONE_SMS"],"hat":true}}"#, "mfa.hat"),
            (#"{"mfa":{"state":"DISABLED","providerConfigs":[{"state":"ENABLED"}]}}"#, "mfa.providerConfigs"),
            (
                #"{"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"https://a.b"}}}}"#,
                "blockingFunctions.triggers"
            ),
            (
                #"{"blockingFunctions":{"forwardInboundCredentials":{"idToken":true}}}"#,
                "blockingFunctions.forwardInboundCredentials"
            ),
            (
                #"{"passwordPolicyConfig":{"passwordPolicyEnforcementState":"ENFORCE"}}"#,
                "passwordPolicyConfig.passwordPolicyEnforcementState"
            ),
            (#"{"passwordPolicyConfig":{"forceUpgradeOnSignin":true}}"#, "passwordPolicyConfig.forceUpgradeOnSignin"),
            (#"{"recaptchaConfig":{"phoneEnforcementState":"ENFORCE"}}"#, "recaptchaConfig.phoneEnforcementState"),
            (
                #"{"recaptchaConfig":{"emailPasswordEnforcementState":"AUDIT"}}"#,
                "recaptchaConfig.emailPasswordEnforcementState"
            ), (#"{"recaptchaConfig":{"useAccountDefender":true}}"#, "recaptchaConfig.useAccountDefender"),
            (#"{"signIn":{"allowDuplicateEmails":true}}"#, "signIn.allowDuplicateEmails"),
            (#"{"signIn":{"hashConfig":{"algorithm":"BCRYPT"}}}"#, "signIn.hashConfig"),
            (#"{"multiTenant":{"allowTenants":true}}"#, "multiTenant.allowTenants"),
            (#"{"client":{"permissions":{"disabledUserSignup":true}}}"#, "client.permissions"),
            (#"{"quota":{"signUpQuotaConfig":{"quota":"5"}}}"#, "quota.signUpQuotaConfig"),
            (#"{"monitoring":{"requestLogging":{"enabled":true}}}"#, "monitoring.requestLogging"),
            (#"{"aMemberOfTomorrow":1.5}"#, "aMemberOfTomorrow"),
        ])
    func unenforced(text: String, member: String) throws {
        let document = try object(text)
        #expect(EnforcedSettings.unenforced(in: document, insteadOf: JSONObject()) == member)
        #expect(EnforcedSettings.unenforced(in: document, insteadOf: document) == nil, "what is kept is no change")
        let shown = EnforcedSettings.enforced(of: document)
        #expect(shown != document && EnforcedSettings.unenforced(in: shown, insteadOf: JSONObject()) == nil)
    }

    @Test(
        "may be set, and so may others that are off",
        arguments: [
            #"{"authorizedDomains":["a.b"],"smsRegionConfig":{"allowlistOnly":{"allowedRegions":["DE"]}}}"#,
            #"{"signIn":{"email":{"enabled":true,"passwordRequired":true},"anonymous":{"enabled":true}}}"#,
            #"{"signIn":{"phoneNumber":{"enabled":true,"testPhoneNumbers":{"+14155550100":"123456"}}}}"#,
            #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true},"notification":{"defaultLocale":"en"}}"#,
            #"{"mfa":{"state":"DISABLED","enabledProviders":["PHONE_SMS"]},"signIn":{"allowDuplicateEmails":false}}"#,
            #"{"mfa":{"providerConfigs":[{"state":"DISABLED","totpProviderConfig":{"adjacentIntervals":5}}]}}"#,
            #"{"mfa":{"state":"MANDATORY","enabledProviders":["PHONE_SMS"]}}"#,
            #"{"mfa":{"state":"ENABLED","providerConfigs":[{"state":"ENABLED","totpProviderConfig":{}}]}}"#,
            #"{"blockingFunctions":{"triggers":{}},"multiTenant":{"allowTenants":false},"quota":{}}"#,
            #"{"passwordPolicyConfig":{"passwordPolicyEnforcementState":"OFF","passwordPolicyVersions":[{"x":1}]}}"#,
            #"{"recaptchaConfig":{"phoneEnforcementState":"OFF","managedRules":[{"endScore":0.1,"action":"BLOCK"}]}}"#,
            #"{"recaptchaConfig":{"phoneEnforcementState":"RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"}}"#,
        ])
    func enforced(text: String) throws {
        let document = try object(text)
        #expect(EnforcedSettings.unenforced(in: document, insteadOf: JSONObject()) == nil)
        #expect(EnforcedSettings.enforced(of: document) == document)
    }

    @Test("stay where others beside them go, and a change among others is named though both are on")
    func beside() throws {
        let kept = try object(
            #"{"mfa":{"state":"MANDATORY"},"signIn":{"allowDuplicateEmails":true,"email":{"enabled":true}},"hat":1}"#)
        #expect(EnforcedSettings.enforced(of: kept) == (try object(#"{"signIn":{"email":{"enabled":true}}}"#)))
        let changed = kept.setting(["mfa", "state"], to: "ENABLED")
        #expect(EnforcedSettings.unenforced(in: changed, insteadOf: kept) == "mfa.state")
        let off = kept.setting(["mfa", "state"], to: "DISABLED").setting(["hat"], to: nil)
        #expect(EnforcedSettings.unenforced(in: off, insteadOf: kept) == nil)
        let long = try object(#"{"\#(String(repeating: "x", count: 9_000))":true}"#)
        #expect(EnforcedSettings.unenforced(in: long, insteadOf: kept)?.count == 60)
    }
}
