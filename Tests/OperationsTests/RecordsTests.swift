import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("What is on record of people's verifications")
struct RecordsTests {
    private let sample = OperatorSample()
    private let bench: StoreBench
    private let records: Records

    init() {
        let clock = sample.clock
        bench = StoreBench(workers: [sample.world], now: clock.now)
        records = Records(finder: sample.world, permits: sample.permits, now: { clock.now })
    }

    @Test("a viewer finds verifications by id, by the names of other systems and in the list, which leaves no line")
    func viewer() async throws {
        let person = try sample.person(.viewer)
        let request = try bench.request()
        let order = try await bench.send(request)
        let isSaved = try await bench.record(.accepted(gatewayID: "SM-1"), of: order, request, reportsDelivery: true)
        #expect(isSaved)
        #expect(try await records.verification(request.id, for: person).id == request.id)
        #expect(try await records.verifications(named: "SM-1", for: person).map(\.id) == [request.id])
        let page = try await records.page(VerificationFilter(region: "DE"), before: nil, for: person)
        #expect(page.value?.records.map(\.id) == [request.id] && page.trouble == nil)
        #expect(try await records.page(VerificationFilter(region: "FR"), before: nil, for: person).value?.records == [])
        #expect(try sample.audit().isEmpty)
        let other = try bench.request().id
        let words = "verification \(other), or its request waits on its queue, and no worker has seen it yet"
        await #expect(throws: OperatorError.nothing(words)) {
            try await records.verification(other, for: person)
        }
    }

    @Test("a search for a number takes a supporter, and leaves a line without the number")
    func phone() async throws {
        for app in ["demo", "other"] { _ = try await bench.send(try bench.request(app: app)) }
        let phone = try bench.request().phone
        let found = try await records.verifications(of: phone, for: try sample.person(.support))
        #expect(found.map(\.report.app.name) == ["other", "demo"])
        await #expect(throws: OperatorError.forbidden(.unmask)) {
            try await records.verifications(of: phone, for: try sample.person(.viewer))
        }
        let lines = try sample.audit()
        #expect(lines.count == 2 && lines.allSatisfy { !$0.contains("1510001") })
        #expect(lines[1].hasPrefix("unmask done: search for +49") && lines[0].hasPrefix("unmask forbidden"))
    }

    @Test("a whole number takes a supporter and a reason, which are in the audit")
    func number() async throws {
        let request = try await bench.verification()
        let number = try await records.number(of: request.id, because: "a call", for: try sample.person(.support))
        #expect(number == request.phone.e164)
        await #expect(throws: OperatorError.forbidden(.unmask)) {
            try await records.number(of: request.id, because: "a call", for: try sample.person(.viewer))
        }
        #expect(try sample.audit().last == "unmask done: number of verification \(request.id) because a call")
    }

    @Test("a command sees what a page sees, and whole numbers in a list take a supporter and leave a line")
    func wholeNumbers() async throws {
        let (viewer, support) = (try sample.person(.viewer), try sample.person(.support))
        let request = try await bench.verification()
        let other = try bench.request().id
        #expect(try await records.find(request.id, numbers: .masked, for: viewer)?.id == request.id)
        #expect(try await list(.masked, viewer).records.map(\.id) == [request.id])
        #expect(try await records.find(other, numbers: .whole, for: support) == nil)
        #expect(try sample.audit().isEmpty, "nobody has seen a number")
        for person in [support, .terminal(user: "root")] {
            _ = try await records.find(request.id, numbers: .whole, for: person)
            _ = try await list(.whole, person)
            _ = try await records.verifications(named: "SM-1", limit: 9, numbers: .whole, for: person)
        }
        let lines = [
            "unmask done: verifications by name", "unmask done: list of verifications",
            "unmask done: number of verification \(request.id)",
        ]
        #expect(try sample.audit() == lines + lines)
        await #expect(throws: OperatorError.forbidden(.unmask)) { try await list(.whole, viewer) }
        sample.world.away = [.operatorsAndAudit]
        await #expect(throws: OperatorError.store(.unavailable)) { try await list(.whole, support) }
    }

    private func list(_ numbers: NumberView, _ person: Operator) async throws(OperatorError) -> VerificationPage {
        try await records.list(.all, before: nil, limit: 9, numbers: numbers, for: person)
    }

    @Test("while the database is away, the newest list that was seen is shown, with the filter, and says since when")
    func away() async throws {
        let person = try sample.person(.viewer)
        let german = try await bench.verification()
        let british = try await bench.verification(phone: "+441510002")
        let seen = sample.clock.now
        _ = try await records.page(.all, before: nil, for: person)
        sample.world.away = [.verifications]
        sample.clock.advance(by: .seconds(30))
        let known = try await records.page(VerificationFilter(region: "GB"), before: nil, for: person)
        #expect(known.value?.records.map(\.id) == [british.id] && known.at == seen && known.trouble != nil)
        #expect(known.value?.isCutShort == false && known.value?.next == nil, "the list that was seen was whole")
        // What is older was never seen.
        let older = try await records.page(.all, before: german.id, for: person)
        #expect(older.value == nil && older.trouble != nil)
        await #expect(throws: OperatorError.store(.unavailable)) {
            try await records.verification(german.id, for: person)
        }
    }
}
