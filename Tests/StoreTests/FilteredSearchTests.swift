import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("A search for the verifications that fit a filter")
struct FilteredSearchTests {
    @Test("stops after so many ids, says where to go on, and finds each that fits, however long ago")
    func bounded() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(mostLookedAt: 3)
            defer { pool.close() }
            let now = try await database.now()
            try await database.pool.query("select make_partitions((now() at time zone 'utc')::date - 70, 3)")
            var requests: [VerificationRequest] = []
            for days in [400, 69, 68, 40, 31, 1, 0] {
                let bench = StoreBench(workers: [store], now: now + .seconds(-days * 86_400))
                let request = try bench.request(
                    phone: "+4915100\(100 + days)", app: days % 31 == 0 ? "rare" : "demo",
                    deadline: .seconds(500 * 86_400))
                _ = try await bench.send(request)
                requests.append(request)
            }
            var (pages, next): ([VerificationPage], VerificationID?) = ([], nil)
            repeat {
                let page = try await store.verifications(
                    matching: VerificationFilter(app: "rare"), before: next, limit: 10)
                pages.append(page)
                next = page.next
            } while next != nil
            #expect(pages.map { $0.records.map(\.id) } == [[requests[6].id, requests[4].id], [], []])
            #expect(pages.map(\.next) == [requests[4].id, requests[1].id, nil])
            #expect(pages.map(\.isCutShort) == [true, true, false])
            // Without a condition on what is in a row, a page is full.
            let all = try await store.verifications(matching: .all, before: nil, limit: 5)
            #expect(all.records.map(\.id) == requests.reversed().prefix(5).map(\.id))
            #expect(all.next == requests[2].id && !all.isCutShort)
        }
    }

    @Test("the slices of a time hold its ids alone, without gaps")
    func slices() {
        let now = Timestamp(microseconds: 1_800_000_000_000_000)
        let oldest = now + .seconds(-365 * 86_400)
        let (from, until) = (now + .seconds(-50 * 86_400), now + .seconds(-10 * 86_400))
        let ids = VerificationID(firstOf: from)..<VerificationID(firstOf: until)
        let slices = DaySlice.all(in: ids, oldest: oldest, now: now)
        #expect(slices.first?.before == ids.upperBound && slices.last?.from == ids.lowerBound)
        #expect(slices.count == 2 && slices[0].from == slices[1].before)
    }
}
