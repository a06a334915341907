import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The audit, as operators read it")
struct AuditServiceTests {
    private let world = InMemoryWorld(mostLines: 1_000)
    private let newest: CachedQuery<[StoredAudit]>
    private let service: AuditService
    private let viewer: Operator
    private var clock: ManualClock { world.clock }

    init() throws {
        let world = world
        let clock = world.clock
        viewer = Operator(name: try #require(OperatorName("vera")), role: .viewer)
        newest = CachedQuery(freshness: .zero, now: { clock.now }) { try world.auditLines(before: nil, limit: 20) }
        service = AuditService(audit: world, newest: newest, permits: Permits(audit: world), now: { clock.now })
    }

    @Test("shows a page of the newest lines, the next page from its number, and a page of what fits")
    func pages() async throws {
        try note(120, "anna")
        try note(3, "ben")
        let first = try #require(try await service.page(.all, before: nil, for: viewer).value)
        #expect(first.lines.count == AuditService.pageLength && first.lines[0].entry.actor == "ben")
        let second = try #require(try await service.page(.all, before: first.next, for: viewer).value)
        #expect(second.lines.count == 23 && second.next == nil)
        let bens = try #require(try await service.page(AuditFilter(actor: "ben"), before: nil, for: viewer).value)
        #expect(bens.lines.count == 3 && bens.next == nil)
    }

    @Test("lists as many lines as a command asks for, and says so while the database is away")
    func list() async throws {
        try note(5, "anna")
        let page = try await service.list(.all, before: nil, limit: 2, for: viewer)
        #expect(page.lines.map(\.number) == [5, 4] && page.next == 4)
        world.away = [.operatorsAndAudit]
        await #expect(throws: OperatorError.store(.unavailable)) {
            try await service.list(.all, before: 4, limit: 2, for: viewer)
        }
    }

    @Test("shows what was last known of the newest lines while the database is away, and says so")
    func away() async throws {
        try note(2, "anna")
        world.away = [.operatorsAndAudit]
        let unknown = try await service.page(.all, before: nil, for: viewer)
        #expect(unknown.value == nil && unknown.trouble != nil, "nobody has looked yet")
        world.away = []
        _ = await newest.look()
        let lookedAt = clock.now
        clock.advance(by: .seconds(5))
        world.away = [.operatorsAndAudit]
        let known = try await service.page(AuditFilter(actor: "anna"), before: nil, for: viewer)
        #expect(known.value?.lines.count == 2 && known.trouble != nil && known.at == lookedAt)
        let nobody = try await service.page(AuditFilter(actor: "ben"), before: nil, for: viewer)
        #expect(nobody.value?.lines.isEmpty == true)
        #expect(try await service.page(.all, before: 2, for: viewer).value == nil, "an older page is not known")
    }

    @Test("exports what fits over several pages of the store, 5,000 lines at most, and says when lines are left out")
    func export() async throws {
        try note(1_500, "anna")
        try note(1_500, "ben")
        let annas = try await service.export(AuditFilter(actor: "anna"), for: viewer)
        #expect(annas.lines.count == 1_500 && !annas.isCutShort)
        try note(2_500, "anna")
        let all = try await service.export(.all, for: viewer)
        #expect(all.lines.count == AuditService.mostExported && all.isCutShort)
        #expect(all.lines.first?.number == 5_500 && all.lines.last?.number == 501)
    }

    private func note(_ count: Int, _ actor: String) throws {
        for number in 0..<count {
            try world.note(AuditEntry(actor: actor, action: .pauseQueue, subject: "queue \(number)", result: .done))
        }
    }
}
