import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The rights of operators, and the audit")
struct PermitsTests {
    private let world = InMemoryWorld()
    private let permits: Permits

    init() {
        permits = Permits(audit: world)
    }

    @Test("whoever may look is not in the audit, and whoever does more than look is")
    func looks() async throws {
        try await permits.look(at: "verification 1", by: person(.viewer))
        #expect(try lines().isEmpty)
        try await permits.look(.unmask, at: "verification 1", by: person(.support))
        #expect(try lines() == ["unmask verification 1 done"])
    }

    @Test(
        "each role may do exactly what its actions say, a preview included; a refusal is noted",
        arguments: OperatorRole.allCases)
    func roles(_ role: OperatorRole) async throws {
        for action in OperatorAction.allCases {
            let isAllowed = role >= action.leastRole
            var isDone = false
            let refusals = [
                await refusal { () throws(OperatorError) in
                    try await permits.preview(action, on: "it", by: person(role))
                },
                await refusal { () throws(OperatorError) in
                    try await permits.perform(action, on: "it", because: "why", by: person(role)) {
                        () throws(OperatorError) in
                        isDone = true
                        return ""
                    }
                },
            ]
            #expect(isDone == isAllowed && refusals == Array(repeating: isAllowed ? nil : .forbidden(action), count: 2))
        }
        let forbidden = try lines().filter { $0.hasSuffix("forbidden") }.count
        #expect(forbidden == 2 * OperatorAction.allCases.filter { role < $0.leastRole }.count)
    }

    @Test("an action is noted with what was done, and an action that fails is noted as failed")
    func actions() async throws {
        try await permits.perform(.pauseQueue, on: "queue events", because: "a try", by: person(.operator)) {
            () throws(OperatorError) in "2 of them"
        }
        await #expect(throws: OperatorError.unusable("no")) {
            try await permits.perform(.pauseQueue, on: "queue events", because: "a try", by: person(.operator)) {
                () throws(OperatorError) in throw .unusable("no")
            }
        }
        #expect(try lines() == ["pause-queue queue events failed", "pause-queue queue events: 2 of them done"])
        #expect(try world.auditLines(before: nil, limit: 9).allSatisfy { $0.entry.reason == "a try" })
    }

    @Test("nothing is done while the audit cannot be written")
    func silentAudit() async throws {
        world.away = [.operatorsAndAudit]
        var isDone = false
        let problem = await refusal { () throws(OperatorError) in
            try await permits.perform(.purgeDeadLetters, on: "all", because: "why", by: person(.admin)) {
                () throws(OperatorError) in
                isDone = true
                return ""
            }
        }
        #expect(problem == .store(.unavailable) && !isDone)
    }

    @Test("under the policy of commands an action is done without its line, and the missing line is told")
    func wanted() async throws {
        let warnings = Warnings()
        let command = Permits(audit: world, policy: .wanted { warnings.add($0) })
        try await command.perform(.purgeDeadLetters, on: "all", because: "", by: .terminal(user: "Root")) {
            () throws(OperatorError) in ""
        }
        #expect(try world.auditLines(before: nil, limit: 9).map(\.entry.actor) == ["Root"] && warnings.problems.isEmpty)
        world.away = [.operatorsAndAudit]
        var isDone = false
        try await command.perform(.purgeDeadLetters, on: "all", because: "", by: .terminal(user: "Root")) {
            () throws(OperatorError) in
            isDone = true
            return ""
        }
        #expect(isDone && warnings.problems == [.unavailable])
        let problem = await refusal { () throws(OperatorError) in
            try await command.look(.unmask, at: "a number", by: .terminal(user: "Root"))
        }
        #expect(problem == .store(.unavailable), "a whole number is shown to nobody without a line")
    }

    @Test("who changes nothing leaves no line")
    func unchanged() async throws {
        try await permits.perform(.pauseQueue, on: "queue events", because: "x", by: person(.operator)) {
            () throws(OperatorError) in nil
        }
        #expect(try lines().isEmpty)
    }

    private func refusal(_ body: () async throws(OperatorError) -> Void) async -> OperatorError? {
        do {
            try await body()
            return nil
        } catch { return error }
    }

    private func person(_ role: OperatorRole) throws(OperatorError) -> Operator {
        guard let name = OperatorName("anna") else { throw .nothing("name") }
        return Operator(name: name, role: role)
    }

    private func lines() throws -> [String] {
        try world.auditLines(before: nil, limit: 100).map {
            "\($0.entry.action.rawValue) \($0.entry.subject) \($0.entry.result.rawValue)"
        }
    }
}
