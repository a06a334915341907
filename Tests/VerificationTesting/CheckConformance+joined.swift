import Testing
import VerificationCore

// Two people ask for one number, and one of them types the code.

/// Each of two requests, with the texts of its own session; the second has joined the first.
private func twoSessions(_ bench: StoreBench) async throws -> (VerificationRequest, VerificationRequest) {
    let first = try bench.request(metadata: ["session": "A"])
    let order = try await bench.send(first)
    #expect(try await bench.record(.accepted(gatewayID: "gw"), of: order, first))
    let second = try bench.request(metadata: ["session": "B"])
    #expect(try await bench.claim(second).joined?.verification == first.id)
    return (first, second)
}

func approvedElsewhere(_ bench: StoreBench) async throws {
    let (first, second) = try await twoSessions(bench)
    for request in [first, second] {
        let report = try await bench.report(request)
        #expect(report.status == .pending && report.metadata == request.metadata && report.id == first.id)
        #expect(report.request == request.id && report.approvedBy == nil)
    }
    guard case .approved(let approved) = try await bench.check(second, isRight: true) else {
        Issue.record("a right code was not approved")
        return
    }
    #expect(approved.request == second.id && approved.metadata == ["session": "B"] && approved.status == .approved)

    let (mine, others) = (try await bench.report(second), try await bench.report(first))
    #expect(mine.status == .approved && mine.metadata == ["session": "B"])
    #expect(others.status == .approvedElsewhere && others.metadata == ["session": "A"] && others.approvedBy == nil)
    #expect(try await bench.check(first, isRight: true).ended?.status == .approvedElsewhere)
    #expect(try await bench.check(second, isRight: true).ended?.status == .approved)
    #expect(try await bench.cancel(first)?.status == .approvedElsewhere)
    // A list tells of the verification, not of a request.
    let whole = try #require(try await bench.store.verifications(of: first.phoneKey, before: nil, limit: 1).first)
    #expect(whole.status == .approved && whole.approvedBy == second.id && whole.metadata == ["session": "A"])
}

func keyOfAnotherID(_ bench: StoreBench) async throws {
    let (first, second) = try await twoSessions(bench)
    #expect(try await bench.check(first, isRight: true, key: "one").isApproved)
    #expect(try await bench.check(first, isRight: true, key: "one").isApproved)
    #expect(try await bench.check(second, isRight: true, key: "one").ended?.status == .approvedElsewhere)
    #expect(try await bench.report(second).status == .approvedElsewhere)
}

func newestRequest(_ bench: StoreBench) async throws {
    let (first, second) = try await twoSessions(bench)
    guard case .approved(let report) = try await bench.check(first, isRight: true, key: "one", byPhone: true) else {
        Issue.record("a right code was not approved")
        return
    }
    #expect(report.request == second.id && report.status == .approved && report.metadata == ["session": "B"])
    #expect(try await bench.report(second).status == .approved)
    #expect(try await bench.report(first).status == .approvedElsewhere)
    #expect(try await bench.check(first, isRight: true, key: "one", byPhone: true).isApproved)
    // Without another request it is the first, and a resend counts as well.
    let alone = try await bench.verification(phone: "+491510002")
    #expect(try await bench.check(alone, isRight: true, byPhone: true).isApproved)
    #expect(try await bench.report(alone).status == .approved)
    let resent = try await bench.verification(phone: "+491510003", rules: StoreBench.eager)
    let again = try bench.request(phone: "+491510003")
    _ = try await bench.send(again, rules: StoreBench.eager)
    #expect(try await bench.check(resent, isRight: true, rules: StoreBench.eager, byPhone: true).isApproved)
    #expect(try await bench.report(again).status == .approved)
    #expect(try await bench.report(resent).status == .approvedElsewhere)
}
