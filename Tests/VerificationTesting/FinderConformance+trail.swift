import Testing
import VerificationCore

func byTrail(_ bench: StoreBench) async throws {
    var bench = bench
    bench.tellsEvents = true
    let trace = TraceID(high: 1, low: 2)
    let first = try await bench.verification(rules: StoreBench.eager)
    let other = try await bench.verification(phone: "+491510002")
    #expect(try await trail(of: other, bench).joined.isEmpty)
    let resend = try bench.request()
    let order = try await bench.send(resend)
    let joining = try bench.request()
    #expect(try await bench.claim(joining, trace: trace).order == nil)
    let found = try await trail(of: first, bench)
    #expect(found.joined.map(\.id) == [resend.id, joining.id] && !found.isCutShort)
    #expect(found.joined.map(\.outcome) == [.send, .duplicate])
    #expect(found.joined.map(\.message) == [order.message.ordinal, nil])
    #expect(found.joined.map(\.trace) == [nil, trace])
    #expect(found.joined[0].at <= found.joined[1].at)
    let short = try await trail(of: first, bench, limit: 1)
    #expect(short.joined.map(\.id) == [resend.id] && short.isCutShort && short.waiting.count == 1)

    #expect(try await bench.check(first, isRight: true).isApproved)
    let told = try await trail(of: first, bench)
    #expect(told.eventCount == 2 && told.waiting.map(\.kind) == [.sent, .approved])
    #expect(told.waiting.map(\.sequence) == [1, 2] && told.waiting.map(\.message) == [1, nil])
    bench.tellsEvents = false
    let quiet = try await bench.verification(phone: "+491510003")
    let silence = try await trail(of: quiet, bench)
    #expect(silence.eventCount == 0 && silence.waiting.isEmpty && silence.joined.isEmpty)
}

private func trail(
    of request: VerificationRequest, _ bench: StoreBench, limit: Int = 9
) async throws -> VerificationTrail {
    let record = try #require(try await bench.store.verification(request.id))
    return try await bench.store.trail(of: record, limit: limit)
}
