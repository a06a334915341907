import AccountCore
import AccountTesting
import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("What operators do with people's accounts")
struct AccountServiceTests {
    private let sample = OperatorSample()
    private let accounts: InMemoryAccountWorld
    private let service: AccountService
    private let project: Project
    private let ann: Account
    private let root = Operator.terminal(user: "root")

    init() throws {
        let app = try #require(AppID("demo"))
        let clock = sample.clock
        accounts = InMemoryAccountWorld(apps: [app])
        project = Project(try #require(ProjectID("demo-shop")), app: app, number: 0)
        service = AccountService(
            store: accounts, projects: accounts, permits: sample.permits, now: { clock.now })
        _ = try accounts.save(project)
        var ann = Account(try #require(LocalID("ann")), createdAt: clock.now)
        (ann.phone, ann.email) = ("+4915112345678", "ann@example.com")
        ann.factors = [
            SecondFactor("one", kind: .phone("+14155550101"), enrolledAt: clock.now),
            SecondFactor(
                "two", kind: .totp(TOTPFactor(secret: SealedCode(keyName: "k1", bytes: [1]), usedStep: 0)),
                enrolledAt: clock.now),
        ]
        _ = try accounts.add(ann, with: nil, to: project.id)
        self.ann = ann
    }

    private func kept() throws -> Account? { try accounts.accounts(named: [.id(ann.id)], of: project.id).first }

    @Test("an account is found by id, number and address, and a search by a number or an address leaves a line")
    func show() async throws {
        let phone = try FakePhoneNumberParser().parse("+49 1511 2345678")
        let email = try #require(EmailAddress("ANN@example.com"))
        for name in [AccountLookup.id(ann.id), .phone(phone), .email(email)] {
            #expect(try await service.account(name, of: "demo-shop", for: root) == ann)
        }
        let lines = try sample.audit()
        #expect(
            lines == [
                "unmask done: account of an e-mail address of project demo-shop",
                "unmask done: account of \(phone.masked) of project demo-shop",
            ])
        #expect(lines.allSatisfy { !$0.contains("12345678") && !$0.contains("@") })
    }

    @Test("a factor that its owner has lost is removed, all sessions end, and the line names neither number nor secret")
    func remove() async throws {
        sample.clock.advance(by: .seconds(60))
        let plan = try await service.previewRemoval(ofFactor: "one", from: .id(ann.id), of: "demo-shop", for: root)
        #expect(plan.factor == ann.factors[0] && plan.account == ann)
        #expect(try kept() == ann && sample.audit().isEmpty)
        let (account, factor) = try await service.remove(
            factor: "one", from: .id(ann.id), of: "demo-shop", because: "ticket 4711", by: root)
        #expect(factor == ann.factors[0] && account.factors == [ann.factors[1]])
        #expect(try kept() == account && account.validSince == sample.clock.now.wholeSecond)
        _ = try await service.remove(factor: "two", from: .id(ann.id), of: "demo-shop", because: "lost too", by: root)
        #expect(
            try sample.audit() == [
                "change-account done: account ann of project demo-shop: second factor (totp) removed, sessions ended "
                    + "because lost too",
                "change-account done: account ann of project demo-shop: second factor (phone) removed, sessions ended "
                    + "because ticket 4711",
            ])
    }

    @Test("a factor, an account or a project that is not there is told, and changes nothing")
    func absent() async throws {
        let nobody = try #require(LocalID("nobody"))
        for (factor, id, project, what) in [
            ("three", ann.id, "demo-shop", "second factor three of this account"),
            ("one", nobody, "demo-shop", "account nobody of project demo-shop"),
            ("one", ann.id, "other-shop", "project other-shop"),
        ] {
            await #expect(throws: OperatorError.nothing(what)) {
                try await service.previewRemoval(ofFactor: factor, from: .id(id), of: project, for: root)
            }
            await #expect(throws: OperatorError.nothing(what)) {
                _ = try await service.remove(factor: factor, from: .id(id), of: project, because: "", by: root)
            }
        }
        #expect(try kept() == ann)
    }

    @Test("only administrators remove a factor, and others leave a line that they tried")
    func roles() async throws {
        for role in OperatorRole.allCases where role != .admin {
            let person = try sample.person(role)
            await #expect(throws: OperatorError.forbidden(.changeAccount)) {
                _ = try await service.remove(factor: "one", from: .id(ann.id), of: "demo-shop", because: "", by: person)
            }
        }
        #expect(try kept() == ann)
        #expect(try sample.audit().allSatisfy { $0.hasPrefix("change-account forbidden: account ann") })
    }

    @Test("an id that looks like a number is masked in the audit")
    func numberAsID() async throws {
        let id = try #require(LocalID("+14155550123"))
        var bob = Account(id, createdAt: sample.clock.now)
        bob.factors = [SecondFactor("+14155550123", kind: .phone("+14155550123"), enrolledAt: sample.clock.now)]
        _ = try accounts.add(bob, with: nil, to: project.id)
        _ = try await service.remove(
            factor: "+14155550123", from: .id(id), of: "demo-shop", because: "", by: root)
        #expect(try sample.audit().allSatisfy { !$0.contains("4155550") })
    }
}
