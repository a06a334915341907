import AccountCore
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

/// A backend with a key: what it may do, and what the audit keeps of it.
@Suite("Administrators of a project")
struct AdministratorTests {
    private static let usersKey = "vfd_the-key-of-a-backend-that-keeps-users"

    @Test("leave a line in the audit for each action, with the key's name and without a number, a code or a claim")
    func audit() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann")
        try await fixture.serve { api in
            for (path, body) in [
                ("/accounts", #"{"localId":"+14155550123","phoneNumber":"+14155550123"}"#),
                ("/accounts:update", #"{"localId":"ann","customAttributes":"{\"a\":1}","disableUser":true}"#),
                ("/accounts:delete", #"{"localId":"ann"}"#),
                ("/accounts:batchCreate", #"{"users":[{"localId":"bob"},{}]}"#),
                ("/accounts:batchDelete", #"{"localIds":["bob","cid"],"force":true}"#),
            ] {
                let answer = try await api.admin(path, body)
                #expect(answer.status == 200, "\(path) \(answer.error ?? "")")
            }
            let numbers = #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+14155550124":"654321"}}}}"#
            let mask = "signIn.phoneNumber.testPhoneNumbers"
            let changed = try await api.config(numbers, mask: mask)
            #expect(changed.status == 200, "\(changed.error ?? "")")
        }
        let lines = fixture.audited.all
        let name = APIKeyHash(of: IdentityFixture.adminKey).shortName
        #expect(lines.allSatisfy { $0.actor == "key \(name)" && $0.result == .done })
        #expect(
            lines.map(\.subject)
                == [
                    "account •••••••••23 made", "account ann changed (disabled, claims)", "account ann deleted",
                    "2 accounts imported, 1 of them refused", "2 accounts deleted at once, 0 of them kept",
                ].map { "project demo-shop: " + $0 } + ["test numbers of app demo: 1 added"])
        #expect(lines.map(\.action) == Array(repeating: .changeAccount, count: 5) + [.changeTestNumber])
    }

    @Test("leave a line that says how many second factors they added and removed, and neither a number nor a name")
    func factorLines() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann") {
            $0.factors = ["0", "1"].map { name in
                SecondFactor(name, kind: .phone("+1415555010\(name)"), enrolledAt: fixture.clock.now)
            }
        }
        try await fixture.serve { api in
            for list in [#"{"mfaEnrollmentId":"c","phoneInfo":"+14155550111"}"#, ""] {
                let body = #"{"localId":"ann","mfa":{"enrollments":[\#(list)]}}"#
                let answer = try await api.admin("/accounts:update", body)
                #expect(answer.status == 200)
            }
        }
        #expect(
            fixture.audited.all.map(\.subject) == [
                "project demo-shop: account ann changed (second factors: 1 added and 2 removed)",
                "project demo-shop: account ann changed (second factors: 0 added and 1 removed)",
            ])
    }

    @Test("leave lines that say what a change of the configuration has changed, and none for what it has not")
    func configurationLines() async throws {
        let fixture = try IdentityFixture(.production, rules: SendingRules(maxTestNumbers: 2))
        let (first, second, third) = (
            #""+14155550124":"654321""#, #""+14155550125":"654321""#, #""+14155550126":"1111""#
        )
        let domains = #","authorizedDomains":["example.com"]"#
        let calls = [
            ("\(first),\(second)", domains, 200), ("\(first),\(second)", domains, 200),
            (#""+14155550124":"111111",\#(third)"#, "", 200), ("\(first),\(second),\(third)", "", 400),
        ]
        try await fixture.serve { api in
            for (numbers, others, status) in calls {
                let members = #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{\#(numbers)}}}\#(others)}"#
                let answer = try await api.config(members, mask: "signIn,smsRegionConfig,authorizedDomains")
                #expect(answer.status == status, "\(answer.error ?? "")")
            }
        }
        let lines = fixture.audited.all
        #expect(
            lines.map(\.subject) == [
                "test numbers of app demo: 2 added", "project demo-shop: configuration changed (authorizedDomains)",
                "test numbers of app demo: 1 added, 1 changed, 1 removed", "test numbers of app demo",
            ])
        #expect(lines.map(\.result) == [.done, .done, .done, .failed])
        #expect(lines.map(\.action) == [.changeTestNumber, .changeApp, .changeTestNumber, .changeTestNumber])
    }

    @Test("of an emulator change test numbers too, and leave no line")
    func emulatorsNumbers() async throws {
        let fixture = try IdentityFixture(.emulator)
        try await fixture.serve { api in
            let numbers = #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+14155550124":"654321"}}}}"#
            let changed = try await api.config(numbers, mask: "signIn.phoneNumber.testPhoneNumbers")
            #expect(changed.status == 200)
        }
        #expect(try await fixture.world.testNumbers(of: fixture.app.id).count == 1)
        #expect(fixture.audited.all.isEmpty)
    }

    @Test("who only look, and people who change their own account, leave none; nor does an emulator")
    func unaudited() async throws {
        let fixture = try IdentityFixture(.production)
        let token = try await fixture.idToken(try fixture.account("ann"))
        try await fixture.serve { api in
            let shown = try await api.admin("/accounts:lookup", #"{"localId":["ann"]}"#)
            #expect(shown.status == 200)
            #expect(try await api.config().status == 200)
            #expect(try await api.app("update", #"{"idToken":"\#(token)","displayName":"Ann"}"#).status == 200)
            #expect(try await api.admin("/accounts:delete", #"{"localId":"nobody"}"#).status == 400)
        }
        let emulator = try IdentityFixture(.emulator)
        try await emulator.serve { api in
            let made = try await api.admin("/accounts", "{}")
            #expect(made.status == 200)
        }
        #expect(fixture.audited.all.isEmpty && emulator.audited.all.isEmpty)
    }

    @Test("whose key is for users administrate accounts, and neither the configuration nor another project")
    func users() async throws {
        let fixture = try IdentityFixture(.production)
        let hash = APIKeyHash(of: Self.usersKey)
        #expect(try await fixture.world.add(hash, to: fixture.app.id, scope: .users, bounds: .none, label: ""))
        try fixture.account("ann")
        try await fixture.serve { api in
            let call = { (path: String, body: String, project: String) in
                try await api.admin(path, body, of: project, bearer: Self.usersKey)
            }
            let found = try await call("/accounts:lookup", #"{"localId":["ann"]}"#, "demo-shop")
            #expect(found.status == 200 && found.user?.text("localId") == "ann")
            #expect(try await call("/accounts", "{}", "demo-shop").status == 200)
            #expect(try await call("/accounts", "{}", "other-shop").error == "INSUFFICIENT_PERMISSION")
            let config = "\(IdentityClient.v2)/projects/demo-shop/config"
            for (method, body) in [(HTTPRequest.Method.get, nil), (.patch, #"{"signIn":{}}"#)] {
                let answer = try await api.call(method, config, body, bearer: Self.usersKey)
                #expect(answer.status == 400 && answer.error == "INSUFFICIENT_PERMISSION")
            }
            #expect(try await api.config().status == 200, "a key of scope admin may")
            let asApp = try await api.app("lookup", "{}", key: Self.usersKey)
            #expect(asApp.error == "API key not valid. Please pass a valid API key.")
        }
    }
}
