import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Blocking and always allowing")
struct BlockServiceTests {
    private let sample = OperatorSample(InMemoryWorld(mostBlocks: 2))
    private let service: BlockService

    init() {
        let clock = sample.clock
        service = BlockService(
            store: sample.world, phones: FakePhoneNumberParser(), permits: sample.permits, now: { clock.now })
    }

    @Test("an operator adds, changes and removes a rule, and the audit keeps no whole number")
    func life() async throws {
        let person = try sample.person(.operator)
        let draft = try draft("+491510001", .block)
        #expect(try await service.preview(draft, for: person) == nil)
        #expect(try await service.add(draft, because: "pumping", by: person).former == nil)
        let rule = try #require(await service.newest.look().current?.first)
        #expect(rule.action == .block && rule.who == "anna" && rule.reason == "pumping")
        let other = try self.draft("+491510001", .allow)
        #expect(try await service.preview(other, for: person) == rule)
        #expect(try await service.add(other, because: "a mistake", by: person).former == rule)
        #expect(try await service.previewRemoval(on: other.target, for: person).id == rule.id)
        #expect(try await service.previewRemoval(of: rule.id, for: person).action == .allow)
        _ = try await service.remove(rule.id, because: "over", by: person)
        #expect(
            try sample.audit() == [
                "change-block done: remove rule on number +49•••••01: was allow because over",
                "change-block done: allow number +49•••••01: was block because a mistake",
                "change-block done: block number +49•••••01 because pumping",
            ])
        #expect(try sample.audit().allSatisfy { !$0.contains("1510") })
    }

    @Test(
        "nobody below an operator may preview or change a rule, and the try is noted",
        arguments: [OperatorRole.viewer, .support])
    func roles(_ role: OperatorRole) async throws {
        let (person, draft) = (try sample.person(role), try draft("+49", .block))
        await #expect(throws: OperatorError.forbidden(.changeBlock)) { try await service.preview(draft, for: person) }
        await #expect(throws: OperatorError.forbidden(.changeBlock)) {
            try await service.add(draft, because: "x", by: person)
        }
        await #expect(throws: OperatorError.forbidden(.changeBlock)) {
            try await service.remove(1, because: "x", by: person)
        }
        #expect(try sample.world.rules(before: nil, limit: 9).isEmpty)
        #expect(try sample.audit().count == 3)
    }

    @Test("a rule that ends in the past, a rule too many and a rule that is not there are refused with words")
    func refused() async throws {
        let person = try sample.person(.operator)
        let past = BlockService.Draft(target: try draft("+49", .block).target, action: .block, until: sample.clock.now)
        await #expect(throws: OperatorError.unusable("The end must be a time to come.")) {
            try await service.preview(past, for: person)
        }
        _ = try await service.add(try draft("+49", .block), because: "x", by: person)
        _ = try await service.add(try draft("+44", .block), because: "x", by: person)
        await #expect(throws: OperatorError.self) {
            try await service.add(try draft("+1", .block), because: "x", by: person)
        }
        #expect(try sample.audit().first == "change-block failed: block prefix +1* because x")
        await #expect(throws: OperatorError.nothing("rule 99")) {
            try await service.previewRemoval(of: 99, for: person)
        }
    }

    @Test("a page, a command and a backend leave the same line, each with its own name")
    func sameLine() async throws {
        let command = Operator.terminal(user: "Root")
        for person in [try sample.person(.operator), command, .backend(with: APIKeyHash(of: "vfd_key"))] {
            let (rule, _) = try await service.add(try draft("+234", .block), because: "pumping", by: person)
            _ = try await service.remove(rule.id, because: "over", by: person)
        }
        let entries = try sample.world.auditLines(before: nil, limit: 9).map(\.entry)
        #expect(Set(entries.map(\.subject)) == ["block prefix +234*", "remove rule on prefix +234*: was block"])
        let names = entries.map(\.actor)
        #expect(names.suffix(4) == ["Root", "Root", "anna", "anna"])
        #expect(names.prefix(2).allSatisfy { $0 == "key \(APIKeyHash(of: "vfd_key").shortName)" })
    }

    @Test("while the audit cannot be written, nothing is done")
    func noAudit() async throws {
        sample.world.away = [.operatorsAndAudit]
        await #expect(throws: OperatorError.store(.unavailable)) {
            _ = try await service.add(try draft("+49", .block), because: "x", by: try sample.person(.operator))
        }
        #expect(try sample.world.rules(before: nil, limit: 9).isEmpty)
    }

    private func draft(_ target: String, _ action: BlockRule.Action) throws -> BlockService.Draft {
        BlockService.Draft(
            target: try #require(BlockTarget(typed: target, phones: FakePhoneNumberParser())), action: action,
            until: nil)
    }
}
