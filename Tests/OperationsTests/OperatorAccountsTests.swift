import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Saying who may sign in")
struct OperatorAccountsTests {
    private let sample = OperatorSample()
    private let accounts: OperatorAccounts
    private let anna: OperatorName
    private let hash: PasswordHash
    private let root = Operator.terminal(user: "root")

    init() throws {
        accounts = OperatorAccounts(store: sample.world, permits: sample.permits)
        anna = try #require(OperatorName("anna"))
        hash = try #require(PasswordHash.ofCorrectHorse)
    }

    @Test("a person is added, gets another role and is removed once; the audit tells all of it")
    func life() async throws {
        #expect(try await accounts.preview(anna, for: root) == nil)
        for role in [OperatorRole.support, .admin] {
            try await accounts.save(Operator(name: anna, role: role), password: hash, because: "", by: root)
        }
        let stored = try #require(try await accounts.preview(anna, for: root)?.stored)
        let session = OperatorSession(tokenHash: [1], name: anna, beganAt: sample.clock.now)
        #expect(try sample.world.begin(session, knowing: stored.changedAt))
        let standing = try await accounts.previewRemoval(of: anna, for: root)
        #expect(standing.stored.person.role == .admin && standing.sessions == 1)
        try await accounts.remove(anna, because: "", by: root)
        #expect(try await accounts.all(for: root).isEmpty && sample.world.sessions().isEmpty)
        let nobody = OperatorError.nothing("operator anna")
        await #expect(throws: nobody) { try await accounts.remove(anna, because: "", by: root) }
        await #expect(throws: nobody) { try await accounts.previewRemoval(of: anna, for: root) }
        let done = ["anna removed", "anna to admin", "anna to support"]
        #expect(try sample.audit() == done.map { "change-operator done: \($0)" })
    }

    @Test("nobody below an admin may", arguments: [OperatorRole.viewer, .support, .operator])
    func roles(_ role: OperatorRole) async throws {
        let person = try sample.person(role)
        let refusal = OperatorError.forbidden(.changeOperator)
        await #expect(throws: refusal) { try await accounts.preview(anna, for: person) }
        await #expect(throws: refusal) { try await accounts.remove(anna, because: "", by: person) }
        await #expect(throws: refusal) {
            try await accounts.save(Operator(name: anna, role: .admin), password: hash, because: "", by: person)
        }
        #expect(try sample.world.operators().isEmpty)
    }
}
