import AccountCore
import AccountTesting
import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Changing projects and their service accounts")
struct ProjectServiceTests {
    private let sample = OperatorSample()
    private let service: ProjectService
    private let shop: Project
    private let root = Operator.terminal(user: "root")

    init() throws {
        let app = try #require(AppID("demo"))
        sample.world.put(App(id: app, displayName: "Demo"))
        service = ProjectService(store: InMemoryAccountWorld(apps: [app]), apps: sample.world, permits: sample.permits)
        shop = Project(try #require(ProjectID("demo-shop")), app: app, number: 0)
    }

    @Test("a project is saved and removed, each with a line")
    func life() async throws {
        try await service.preview(shop, for: root)
        #expect(try await service.save(shop, because: "", by: root).number == 1)
        #expect(try await service.previewRemoval(of: "demo-shop", for: root).app == shop.app)
        #expect(try await service.remove("demo-shop", because: "", by: root).id == shop.id)
        await #expect(throws: OperatorError.nothing("project demo-shop")) {
            try await service.remove("demo-shop", because: "", by: root)
        }
        #expect(
            try sample.audit() == [
                "change-app done: app demo: project demo-shop removed",
                "change-app done: app demo: project demo-shop made",
            ])
    }

    @Test("the line of a change says what of the project changed")
    func changes() async throws {
        _ = try await service.save(shop, because: "", by: root)
        var other = shop
        other.proofs[.appCheck] = .enforce
        other.proofs.appCheckIssuers = [try #require(AppCheckIssuer(googleProject: "123456789012"))]
        other.unprovenSends = [RateLimit(200, per: .seconds(86_400))]
        _ = try await service.save(other, because: "", by: root)
        _ = try await service.save(other, because: "", by: root)
        let lines = try sample.audit()
        #expect(lines.first == "change-app done: app demo: project demo-shop: nothing changed")
        #expect(
            lines.dropFirst().first == "change-app done: app demo: project demo-shop: unproven sends to 200/day, "
                + "proofs to enforce app-check (google:123456789012)")
    }

    @Test("a project that cannot be saved is refused in the same words beforehand, and leaves no line")
    func refused() async throws {
        _ = try await service.save(shop, because: "", by: root)
        let second = Project(try #require(ProjectID("b-shop-2")), app: shop.app, number: 0)
        let taken = OperatorError.unusable("another app has the project b-shop-2, or the app has another project")
        await #expect(throws: taken) { try await service.preview(second, for: root) }
        await #expect(throws: taken) { try await service.save(second, because: "", by: root) }
        let stranger = Project(shop.id, app: try #require(AppID("nobody")), number: 0)
        let noApp = OperatorError.nothing("app nobody")
        await #expect(throws: noApp) { try await service.preview(stranger, for: root) }
        await #expect(throws: noApp) { try await service.save(stranger, because: "", by: root) }
        #expect(try sample.audit().count == 1)
    }

    @Test("a service account is added to a project and forgotten")
    func serviceAccounts() async throws {
        let account = ServiceAccount(
            keyID: "k1", project: shop.id, email: "s@demo-shop", publicKey: "", createdAt: sample.clock.now)
        await #expect(throws: OperatorError.nothing("project demo-shop")) {
            try await service.add(account, because: "", by: root)
        }
        _ = try await service.save(shop, because: "", by: root)
        try await service.add(account, because: "", by: root)
        #expect(try await service.previewRemoval(ofServiceAccount: "k1", for: root) == account)
        #expect(try await service.removeServiceAccount("k1", because: "", by: root) == account)
        await #expect(throws: OperatorError.nothing("service account with the key k1")) {
            try await service.removeServiceAccount("k1", because: "", by: root)
        }
        #expect(
            try sample.audit().prefix(2) == [
                "change-key done: project demo-shop: service account k1 removed",
                "change-key done: project demo-shop: service account k1 made",
            ])
    }

    @Test("an operator who is no admin may not")
    func roles() async throws {
        let person = try sample.person(.operator)
        await #expect(throws: OperatorError.forbidden(.changeApp)) {
            try await service.save(shop, because: "", by: person)
        }
        await #expect(throws: OperatorError.forbidden(.changeApp)) {
            try await service.previewRemoval(of: "demo-shop", for: person)
        }
        await #expect(throws: OperatorError.forbidden(.changeKey)) {
            try await service.removeServiceAccount("k1", because: "", by: person)
        }
    }
}
