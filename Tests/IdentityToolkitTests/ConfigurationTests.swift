import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@testable import IdentityToolkit

@Suite("The configuration of a project")
struct ConfigurationTests {
    private let numbers = ["signIn", "phoneNumber", "testPhoneNumbers"]

    private func value(_ answer: WireAnswer, _ path: String...) -> JSONValue? { answer.json?.object?.value(at: path) }

    private func regions(_ fixture: IdentityFixture) async throws -> Regions? {
        try await fixture.world.app(fixture.app.id)?.rules.regions
    }

    @Test(
        "shows the defaults of a new project, and no member that nobody has set", arguments: IdentityModeName.allCases)
    func defaults(mode: IdentityModeName) async throws {
        let answer = try await IdentityFixture(mode.mode).serve { try await $0.config() }
        let expected = """
            {"name":"projects/demo-shop/config","authorizedDomains":["localhost"],\
            "signIn":{"allowDuplicateEmails":false},"blockingFunctions":{},\
            "emailPrivacyConfig":{"enableImprovedEmailPrivacy":false}}
            """
        #expect(answer.status == 200)
        #expect(answer.json == (try JSONValue(parsing: expected.utf8)))
    }

    @Test("does not undo what another process has changed, and does not bring back a project that was removed")
    func otherProcess() async throws {
        let fixture = try IdentityFixture(changes: CountedChanges())
        try await fixture.serve { api in
            _ = try await api.config()
            var changed = fixture.project
            changed.tokenLife = .seconds(600)
            changed.others = ["mfa": ["state": "ENABLED"]]
            _ = try fixture.accountWorld.save(changed)
            let answer = try await api.config(#"{"authorizedDomains":["a.b"]}"#, mask: "authorizedDomains")
            #expect(value(answer, "mfa", "state") == "ENABLED")
            #expect(try fixture.accountWorld.projects().first?.tokenLife == .seconds(600))
            _ = try fixture.accountWorld.remove(fixture.project.id)
            let gone = try await api.config(#"{"authorizedDomains":["c.d"]}"#, mask: "authorizedDomains")
            #expect(gone.error == "CONFIGURATION_NOT_FOUND")
            #expect(try fixture.accountWorld.projects().map(\.id) == [fixture.other.id])
        }
    }

    @Test("changes exactly the members of the mask, and leaves alone what the body does not have")
    func mask() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let body = """
                {"signIn":{"allowDuplicateEmails":true,"email":{"enabled":true}},"mfa":{"state":"ENABLED"},"hat":1,\
                "blockingFunctions":{"forwardInboundCredentials":{"idToken":true}}}
                """
            let mask =
                "signIn.allowDuplicateEmails,blockingFunctions.forwardInboundCredentials.idToken,mfa.state,displayName"
            let answer = try await api.config(body, mask: mask)
            #expect(value(answer, "signIn") == ["allowDuplicateEmails": true])
            #expect(value(answer, "blockingFunctions") == ["forwardInboundCredentials": ["idToken": true]])
            #expect(value(answer, "mfa", "state") == "ENABLED")
            #expect(answer["hat"] == nil && answer["displayName"] == nil)
            #expect(try await api.config().json == answer.json)
        }
    }

    @Test("a change without a mask sets all members, and those that are missing to their defaults")
    func full() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let body =
                #"{"sign_in":{"allow_duplicate_emails":true},"blockingFunctions":{"a":1},"#
                + #""authorizedDomains":["shop.example"]}"#
            let set = try await api.config(body)
            #expect(value(set, "signIn", "allowDuplicateEmails") == true && set["blockingFunctions"] == ["a": 1])
            let reset = try await api.config("{}")
            #expect(value(reset, "signIn", "allowDuplicateEmails") == false)
            #expect(reset["blockingFunctions"] == .object(JSONObject()))
            #expect(reset["authorizedDomains"] == ["shop.example"])
        }
    }

    @Test("test numbers are the app's own: both surfaces see the same, and a list replaces the list")
    func testNumbers() async throws {
        let fixture = try IdentityFixture()
        let list =
            #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+14155550100":"123456","+1 415-555-0111":4711}}}}"#
        try await fixture.serve { api in
            let set = try await api.config(list, mask: numbers.joined(separator: "."))
            #expect(
                set.json?.object?.value(at: numbers) == ["+14155550100": "123456", "+14155550111": "4711"])
            let before = try await fixture.world.testNumbers(of: fixture.app.id)
            #expect(before.map(\.phone.e164) == ["+14155550100", "+14155550111"])
            let changed =
                #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+14155550100":"123456","+14155550122":"0000"}}}}"#
            let replaced = try await api.config(changed, mask: "signIn.phoneNumber")
            #expect(replaced.json?.object?.value(at: numbers) == ["+14155550100": "123456", "+14155550122": "0000"])
            let after = try await fixture.world.testNumbers(of: fixture.app.id)
            #expect(after.first?.id == before.first?.id && after.first?.code == before.first?.code)
            // A change that does not name them leaves them alone, also a change of all members.
            #expect(try await api.config("{}").json?.object?.value(at: numbers) != nil)
            let none = #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{}}}}"#
            #expect(try await api.config(none, mask: "signIn").json?.object?.value(at: numbers) == nil)
            #expect(try await fixture.world.testNumbers(of: fixture.app.id) == [])
        }
    }

    @Test(
        "refuses test numbers that are none, and changes nothing",
        arguments: [
            (#"{"+14155550100":"12"}"#, "INVALID_TESTING_PHONE_NUMBER : A code has 4 to 10 digits."),
            (#"{"+14155550100":12}"#, "INVALID_TESTING_PHONE_NUMBER : A code has 4 to 10 digits."),
            (#"{"0155":"123456"}"#, "INVALID_TESTING_PHONE_NUMBER : Invalid format."),
            (
                #"{"+14155550100":"1234","+1 4155550100":"1234"}"#,
                "INVALID_TESTING_PHONE_NUMBER : A number stands twice."
            ),
            (
                #"{"+14155550111":"1234","+14155550122":"1234","+14155550133":"1234"}"#,
                "MAXIMUM_TEST_PHONE_NUMBER_EXCEEDED"
            ),
        ])
    func badTestNumbers(list: String, error: String) async throws {
        let fixture = try IdentityFixture(rules: SendingRules(maxTestNumbers: 2))
        let body = #"{"authorizedDomains":["a"],"signIn":{"phoneNumber":{"testPhoneNumbers":\#(list)}}}"#
        let answer = try await fixture.serve { try await $0.config(body) }
        #expect(answer.status == 400 && answer.error == error)
        #expect(try await fixture.world.testNumbers(of: fixture.app.id) == [])
        #expect(try fixture.accountWorld.projects().first == fixture.project)
    }

    @Test("regions are the app's rules: a list of those that get SMS, or of those that get none")
    func regionPolicies() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let allow = #"{"smsRegionConfig":{"allowlistOnly":{"allowedRegions":["DE","us"]}}}"#
            let allowed = try await api.config(allow, mask: "smsRegionConfig")
            #expect(value(allowed, "smsRegionConfig") == (try JSONValue(parsing: allow.utf8))["smsRegionConfig"])
            #expect(try await regions(fixture) == .only(["DE", "US"]))
            let refuse = #"{"smsRegionConfig":{"allowByDefault":{"disallowedRegions":["US"]}}}"#
            let refused = try await api.config(refuse, mask: "smsRegionConfig")
            #expect(value(refused, "smsRegionConfig", "allowByDefault", "disallowedRegions") == ["US"])
            let kept = try #require(try await regions(fixture))
            #expect(kept.contains("DE") && !kept.contains("US"))
            // The words of the last change no longer say what the app does.
            try await fixture.world.save(
                App(id: fixture.app.id, displayName: "Demo", rules: SendingRules(regions: .only(["FR"]))))
            #expect(value(try await api.config(), "smsRegionConfig", "allowlistOnly", "allowedRegions") == ["FR"])
            let all = try await api.config(#"{"smsRegionConfig":{"allowByDefault":{}}}"#, mask: "smsRegionConfig")
            #expect(all.status == 200)
            #expect(try await regions(fixture) == .all)
        }
    }

    @Test(
        "refuses what no project can have, and changes nothing",
        arguments: [
            (#"{"smsRegionConfig":{"allowlistOnly":{"allowedRegions":["Germany"]}}}"#, "INVALID_CONFIG"),
            (
                #"{"smsRegionConfig":{"allowByDefault":{"disallowedRegions":"DE"}}}"#,
                "Invalid JSON payload received. /smsRegionConfig/allowByDefault/disallowedRegions must be array"
            ),
            (#"{"authorizedDomains":["https://shop.example"]}"#, "INVALID_CONFIG"),
            (
                #"{"authorizedDomains":"shop.example"}"#,
                "Invalid JSON payload received. /authorizedDomains must be array"
            ),
            (
                #"{"signIn":{"email":{"enabled":"yes"}}}"#,
                "Invalid JSON payload received. /signIn/email/enabled must be boolean"
            ),
            (#"{"blockingFunctions":{"triggers":{"never":{"functionUri":"http://a"}}}}"#, "INVALID_BLOCKING_FUNCTION"),
            (#"{"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"a"}}}}"#, "INVALID_BLOCKING_FUNCTION"),
        ])
    func refused(body: String, error: String) async throws {
        let fixture = try IdentityFixture()
        let answer = try await fixture.serve { try await $0.config(body) }
        #expect(answer.status == 400 && answer.error?.hasPrefix(error) == true)
        #expect(try fixture.accountWorld.projects().first == fixture.project)
        #expect(try await regions(fixture) == .all)
    }

    @Test("shows a stranger nothing, and an administrator of another project neither")
    func strangers() async throws {
        let fixture = try IdentityFixture(.production)
        let path = IdentityClient.v2 + "/projects/demo-shop/config"
        try await fixture.serve { api in
            #expect(try await api.call(.get, path, nil).status == 403)
            #expect(try await api.call(.get, path + "?key=k", nil).status == 400)
            #expect(try await api.call(.get, path, nil, bearer: IdentityFixture.clientKey).status == 401)
            let foreign = try await api.call(.patch, path, "{}", bearer: IdentityFixture.otherAdminKey)
            #expect(foreign.error == "INSUFFICIENT_PERMISSION")
        }
    }

    @Test("the emulator's own path shows two members, and changes those that the call names")
    func emulator() async throws {
        let fixture = try IdentityFixture()
        let path = "/emulator/v1/projects/demo-shop/config"
        try await fixture.serve { api in
            let shown = try await api.call(.get, path, nil)
            let expected =
                #"{"signIn":{"allowDuplicateEmails":false},"emailPrivacyConfig":{"enableImprovedEmailPrivacy":false}}"#
            #expect(shown.json == (try JSONValue(parsing: expected.utf8)))
            let body = #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true},"authorizedDomains":["a"]}"#
            let changed = try await api.call(.patch, path, body)
            #expect(value(changed, "emailPrivacyConfig", "enableImprovedEmailPrivacy") == true)
            #expect(value(changed, "signIn", "allowDuplicateEmails") == false)
            #expect(try await api.config()["authorizedDomains"] == ["localhost"])
        }
    }

    @Test(
        "refuses another value in place of an object, and switches nothing on by it",
        arguments: [
            (#"{"signIn":5}"#, "signIn", "/signIn"),
            (#"{"signIn":{"phoneNumber":[]}}"#, "signIn", "/signIn/phoneNumber"),
            (#"{"emailPrivacyConfig":"x"}"#, nil, "/emailPrivacyConfig"),
        ])
    func noObject(body: String, mask: String?, place: String) async throws {
        let off: JSONObject = ["signIn": ["phoneNumber": ["enabled": false]]]
        let fixture = try IdentityFixture(others: off)
        let answer = try await fixture.serve { try await $0.config(body, mask: mask) }
        #expect(answer.error == "Invalid JSON payload received. \(place) must be object")
        #expect(try fixture.accountWorld.projects().first?.takesPhones == false)
    }

    @Test("a list of the other kind takes the place of a list of regions, also where the mask names only its codes")
    func regionKinds() async throws {
        let fixture = try IdentityFixture()
        let only = #"{"smsRegionConfig":{"allowlistOnly":{"allowedRegions":["DE"]}}}"#
        let all = #"{"smsRegionConfig":{"allowByDefault":{"disallowedRegions":["US"]}}}"#
        try await fixture.serve { api in
            _ = try await api.config(only, mask: "smsRegionConfig.allowlistOnly.allowedRegions")
            let changed = try await api.config(all, mask: "smsRegionConfig.allowByDefault.disallowedRegions")
            #expect(value(changed, "smsRegionConfig") == (try JSONValue(parsing: all.utf8))["smsRegionConfig"])
            let kept = try #require(try await regions(fixture))
            #expect(kept.contains("FR") && !kept.contains("US"))
            let both = #"{"smsRegionConfig":{"allowlistOnly":{},"allowByDefault":{}}}"#
            #expect(try await api.config(both, mask: "smsRegionConfig").error?.hasPrefix("INVALID_CONFIG : ") == true)
        }
    }

    @Test("two changes together make no project that nobody can read")
    func largest() async throws {
        let fixture = try IdentityFixture()
        let list = "[" + Array(repeating: "1", count: 900).joined(separator: ",") + "]"
        let lists = "[" + Array(repeating: list, count: 6).joined(separator: ",") + "]"
        try await fixture.serve { api in
            #expect(try await api.config(#"{"a":\#(lists)}"#, mask: "a").status == 200)
            let second = try await api.config(#"{"b":\#(lists)}"#, mask: "b")
            #expect(second.error == "INVALID_CONFIG : The configuration is too large.")
        }
    }

    @Test("a test number whose code changes keeps its scenario and its end, and one that has ended goes")
    func testNumberDetails() async throws {
        let fixture = try IdentityFixture(rules: SendingRules(maxTestNumbers: 2))
        let end = fixture.clock.now + .seconds(600)
        for (chance, (phone, life)) in [("+14155550100", 600), ("+14155550111", 60)].enumerated() {
            let body: JSONObject = [
                "phoneNumber": .string(phone), "code": "123456", "scenario": "late",
                "expiresAt": .string((fixture.clock.now + .seconds(life)).rfc3339),
            ]
            let form = try TestNumberForm(reading: body, phones: FakePhoneNumberParser(), now: fixture.clock.now)
            let number = try fixture.app.newTestNumber(
                form, sealedBy: fixture.ports.verifications.ids.keyRing, at: fixture.clock.now, random: UInt64(chance))
            _ = try await fixture.world.save(try #require(number), of: fixture.app.id, limit: 2)
        }
        fixture.clock.advance(by: .seconds(61))
        let list = #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+14155550100":"4711","+14155550122":"4712"}}}}"#
        let answer = try await fixture.serve { try await $0.config(list, mask: "signIn.phoneNumber.testPhoneNumbers") }
        #expect(answer.status == 200)
        let kept = try await fixture.world.testNumbers(of: fixture.app.id)
        #expect(kept.map(\.phone.e164) == ["+14155550100", "+14155550122"])
        #expect(kept.map(\.scenario) == [.late, nil] && kept.map(\.expiresAt) == [end, nil])
    }
}
