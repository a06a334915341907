import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("Projects that nobody has made")
struct ProjectsOnDemandTests {
    private static let id = "demo-random-4711"

    private func made(_ fixture: IdentityFixture, _ id: String = id) throws -> Project? {
        try fixture.accountWorld.projects().first { $0.id.text == id }
    }

    @Test("are made by an emulator for whoever names one: with an app of their own that sends everywhere")
    func made() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { client in
            let created = try await client.admin("/accounts", #"{"localId":"ann"}"#, of: Self.id)
            #expect(created.status == 200)
            let codes = try await client.call(.get, "/emulator/v1/projects/\(Self.id)/verificationCodes", nil)
            #expect(codes.status == 200 && codes["verificationCodes"] == [])
            let path = "\(IdentityClient.v1)/accounts:lookup"
            let body = #"{"targetProjectId":"\#(Self.id)","localId":["ann"]}"#
            #expect(try await client.call(.post, path, body, bearer: "owner").user?.text("localId") == "ann")
            let config = try await client.call(
                .get, "\(IdentityClient.v2)/projects/demo-other-one/config", nil, bearer: "owner")
            #expect(config.text("name") == "projects/demo-other-one/config")
        }
        let project = try #require(try made(fixture))
        #expect(try await fixture.world.app(project.app)?.rules.regions == .all)
        #expect(try fixture.kept("ann") == nil, "no project sees the accounts of another")
        #expect(try fixture.accountWorld.projects().count == 4)
    }

    @Test("are not made by a project's stale memory: what another process has made keeps its settings")
    func otherProcess() async throws {
        let fixture = try IdentityFixture(changes: CountedChanges())
        try await fixture.serve { client in
            _ = try await client.config()
            let app = try #require(AppID("theirs"))
            fixture.world.put(App(id: app, displayName: "Theirs"))
            var theirs = Project(try ProjectID.named(Self.id), app: app, number: 0)
            theirs.tokenLife = .seconds(600)
            _ = try fixture.accountWorld.save(theirs)
            #expect(try await client.admin("/accounts", "{}", of: Self.id).status == 200)
        }
        #expect(try made(fixture)?.tokenLife == .seconds(600) && made(fixture)?.app.name == "theirs")
    }

    @Test("take an app of their name that no project has as it is, and leave alone an app that another project has")
    func apps() async throws {
        let fixture = try IdentityFixture()
        let (free, taken) = (try #require(AppID("shop-free")), try #require(AppID("shop-taken")))
        fixture.world.put(App(id: free, displayName: "Free", rules: SendingRules(regions: .only(["DE"]))))
        fixture.world.put(App(id: taken, displayName: "Taken", rules: SendingRules(regions: .only(["FR"]))))
        _ = try fixture.accountWorld.save(Project(ProjectID.named("demo-taken"), app: taken, number: 0))
        try await fixture.serve { client in
            for id in ["shop-free", "shop-taken"] {
                let answer = try await client.admin("/accounts", "{}", of: id)
                #expect(answer.status == 200)
            }
        }
        #expect(try made(fixture, "shop-free")?.app == free)
        #expect(try await fixture.world.app(free)?.rules.regions == .only(["DE"]))
        #expect(try made(fixture, "shop-taken")?.app.name == "emulated-shop-taken")
        #expect(try await fixture.world.app(taken)?.rules.regions == .only(["FR"]))
    }

    @Test("are none where the name is no project id, where there are a thousand, and in production")
    func bounds() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { client in
            for name in ["short", "Demo-Shop", "demo_shop", "9-demo-shop"] {
                #expect(
                    try await client.admin("/accounts", "{}", of: name).error == "CONFIGURATION_NOT_FOUND", "\(name)")
            }
            for number in 2..<1_000 {
                let app = try #require(AppID("app-\(number)"))
                _ = try fixture.accountWorld.save(Project(ProjectID.named("project-\(number)"), app: app, number: 0))
            }
            let answer = try await client.admin("/accounts", "{}", of: Self.id)
            #expect(answer.error?.hasPrefix("CONFIGURATION_NOT_FOUND : ") == true)
            #expect(try await client.admin("/accounts", "{}").status == 200)
        }
        #expect(try made(fixture) == nil && fixture.accountWorld.projects().count == 1_000)
        let people = try IdentityFixture(.production)
        let refused = try await people.serve { try await $0.admin("/accounts", "{}", of: Self.id) }
        #expect(refused.error == "INSUFFICIENT_PERMISSION")
        #expect(try people.accountWorld.projects().count == 2)
    }
}
