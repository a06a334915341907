import Testing
import VerificationCore

func sameKey(_ bench: StoreBench) async throws {
    let first = try bench.request(key: "order 7", metadata: ["a": "b"])
    let order = try await bench.send(first)
    let second = try bench.request(key: "order 7", metadata: ["a": "b"])
    #expect(try await bench.claim(second, worker: 1) == .known)
    #expect(try await bench.claim(second) == .known)
    let report = try await bench.report(second)
    #expect(report.id == first.id && report.requestOutcome == .duplicate && report.messages.count == 1)
    #expect(try await bench.record(.accepted(gatewayID: nil), of: order, first))
    #expect(try await bench.check(second, isRight: true).isApproved)

    // A new verification needs a new key.
    #expect(try await bench.claim(try bench.request(key: "order 7", metadata: ["a": "b"])) == .known)
    #expect(try await bench.claim(try bench.request(key: "order 8")).order != nil)
    // A later request with the key of an expired request is not sent either.
    let late = try bench.request(phone: "+491510002", deadline: .seconds(-3_600), key: "late")
    #expect(try await bench.claim(late) == .expired)
    #expect(try await bench.claim(try bench.request(phone: "+491510002", key: "late")) == .known)
}

func reusedKey(_ bench: StoreBench) async throws {
    let first = try bench.request(key: "order 7")
    _ = try await bench.send(first)
    let others = [
        try bench.request(phone: "+491510002", key: "order 7"), try bench.request(key: "order 7", metadata: ["a": "b"]),
    ]
    for other in others {
        #expect(try await bench.claim(other) == .keyReused)
        #expect(try await bench.find(other) == .missing(.keyReused))
        #expect(try await bench.check(other, isRight: true) == .missing(.keyReused))
        #expect(try await bench.store.cancel(other.id, of: other.app, tellsEvents: false) == .missing(.keyReused))
        #expect(try await bench.claim(other) == .known)
    }
    let report = try await bench.report(first)
    #expect(report.status == .pending && report.remainingChecks == 5 && report.messages.count == 1)
    #expect(try await bench.claim(try bench.request(phone: "+491510002")).order != nil)
}

func otherAppsKey(_ bench: StoreBench) async throws {
    _ = try await bench.send(try bench.request(key: "order 7"))
    let other = try bench.request(phone: "+491510002", app: "other", key: "order 7")
    #expect(try await bench.send(other).message.verification == other.id)
}

func idAhead(_ bench: StoreBench) async throws {
    let later = StoreBench(workers: bench.workers, now: bench.now + .seconds(2 * 86_400))
    let made = try later.request(key: "order 1")
    #expect(try await bench.claim(made) == .idAhead)
    #expect(try await bench.find(made) == .missing(.unknown))
    #expect(try await bench.store.verifications(of: made.phoneKey, before: nil, limit: 5).isEmpty)
    let earlier = StoreBench(workers: bench.workers, now: bench.now + .seconds(-400 * 86_400))
    let old = try earlier.request(deadline: .seconds(500 * 86_400), key: "order 1")
    #expect(try await bench.send(old).message.verification == old.id)
    #expect(try await bench.report(old).status == .pending)
}

func reusedID(_ bench: StoreBench) async throws {
    let first = try await bench.verification()
    let before = try await bench.report(first)
    let other = VerificationRequest(
        id: first.id, app: first.app, phone: try FakePhoneNumberParser().parse("+491510002"),
        requestedAt: first.requestedAt, deadline: first.deadline)
    let otherApp = VerificationRequest(
        id: first.id, app: try #require(AppID("other")), phone: first.phone, requestedAt: first.requestedAt,
        deadline: first.deadline)
    for request in [other, otherApp] { #expect(try await bench.claim(request) == .idReused) }
    #expect(try await bench.report(first) == before)
    #expect(try await bench.claim(try bench.request(phone: "+491510002")).order != nil)
}
