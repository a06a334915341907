import Testing
import VerificationCore

func sameKey(_ bench: StoreBench) async throws {
    let first = try bench.request(key: "order 7", metadata: ["a": "b"])
    let order = try await bench.send(first)
    let second = try bench.request(key: "order 7", metadata: ["a": "b"])
    #expect(try await bench.claim(second, worker: 1) == .settled)
    #expect(try await bench.claim(second) == .settled)
    let report = try await bench.report(second)
    #expect(report.id == first.id && report.request == .duplicate && report.messages.count == 1)
    #expect(try await bench.record(.accepted(gatewayID: nil), of: order, first))
    #expect(try await bench.check(second, isRight: true).isApproved)

    // A new verification needs a new key.
    #expect(try await bench.claim(try bench.request(key: "order 7", metadata: ["a": "b"])) == .settled)
    #expect(try await bench.claim(try bench.request(key: "order 8")).order != nil)
    // What was turned away stays turned away under its key.
    let late = try bench.request(phone: "+491510002", deadline: .seconds(-3_600), key: "late")
    #expect(try await bench.claim(late) == .expired)
    #expect(try await bench.claim(try bench.request(phone: "+491510002", key: "late")) == .settled)
}

func reusedKey(_ bench: StoreBench) async throws {
    let first = try bench.request(key: "order 7")
    _ = try await bench.send(first)
    let others = [
        try bench.request(phone: "+491510002", key: "order 7"), try bench.request(key: "order 7", metadata: ["a": "b"]),
    ]
    for other in others {
        #expect(try await bench.claim(other) == .keyReused)
        #expect(try await bench.find(other) == .keyReused)
        #expect(try await bench.check(other, isRight: true) == .conflict)
        #expect(try await bench.store.cancel(other.id, of: other.app) == .keyReused)
        #expect(try await bench.claim(other) == .settled)
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

func sameKeyAtOnce(_ bench: StoreBench) async throws {
    for round in 0..<8 {
        let requests = try (0..<32).map { number in
            try bench.request(
                phone: "+49151\(1_000 + 2 * round + number % 2)", key: "round \(round)")
        }
        let verdicts = try await bench.atOnce(32) { number in
            (number, try await bench.claim(requests[number], worker: number / 2))
        }
        let sent = verdicts.filter { $0.1.order != nil }
        try #require(sent.count == 1, "round \(round)")
        for (number, verdict) in verdicts where number != sent[0].0 {
            let isSame = number % 2 == sent[0].0 % 2
            #expect(verdict == (isSame ? .settled : .keyReused), "round \(round)")
            let found = try await bench.find(requests[number])
            #expect(isSame ? found.report?.id == requests[sent[0].0].id : found == .keyReused, "round \(round)")
        }
    }
}

func idAhead(_ bench: StoreBench) async throws {
    let later = StoreBench(workers: bench.workers, now: bench.now + .seconds(2 * 86_400))
    let made = try later.request(key: "order 1")
    #expect(try await bench.claim(made) == .idAhead)
    #expect(try await bench.find(made) == .noSuchVerification)
    #expect(try await bench.store.verifications(of: made.phoneKey, before: nil, limit: 5).isEmpty)
    let earlier = StoreBench(workers: bench.workers, now: bench.now + .seconds(-400 * 86_400))
    let old = try earlier.request(deadline: .seconds(500 * 86_400), key: "order 1")
    #expect(try await bench.send(old).message.verification == old.id)
    #expect(try await bench.report(old).status == .pending)
}

func erase(_ bench: StoreBench) async throws {
    let approved = try await bench.verification()
    #expect(try await bench.check(approved, isRight: true).isApproved)
    let live = try bench.request(key: "order 7")
    let order = try await bench.send(live)
    let joined = try bench.request()
    #expect(try await bench.claim(joined).joined != nil)
    let (neighbour, elsewhere) = (try bench.request(phone: "+491510002"), try bench.request(app: "other"))
    for request in [neighbour, elsewhere] { _ = try await bench.send(request) }
    #expect(try await bench.check(live, isRight: false, key: "check").wrong != nil)

    #expect(try await bench.store.erase(live.phoneKey) == 2)
    for request in [approved, live, joined] {
        #expect(try await bench.find(request) == .forgotten)
        #expect(try await bench.check(request, isRight: true) == .forgotten)
    }
    #expect(try await !bench.record(.accepted(gatewayID: nil), of: order, live))
    #expect(try await bench.check(live, isRight: false, key: "check") == .forgotten)
    // What the broker still holds is known and is sent no second time.
    for request in [approved, live, joined] { #expect(try await bench.claim(request) == .settled) }
    for request in [neighbour, elsewhere] { #expect(try await bench.report(request).messages.count == 1) }
    #expect(try await bench.store.erase(live.phoneKey) == 0)

    let next = try bench.request(key: "order 7")
    #expect(try await bench.send(next).message == MessageID(verification: next.id, ordinal: 1))
}

func eraseKeepsLimits(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules(sendsPerPhone: once, wrongCodesPerPhone: once)
    let request = try await bench.verification(rules: rules)
    #expect(try await bench.check(request, isRight: false, rules: rules).wrong != nil)
    #expect(try await bench.store.erase(request.phoneKey) == 1)
    #expect(try await bench.claim(try bench.request(), rules: rules).limit?.limit == .sendsPerPhone)
    var generous = rules
    generous.sendsPerPhone = [RateLimit(100, per: .seconds(86_400)), RateLimit(100, per: .seconds(86_400))]
    let again = try await bench.verification(phone: "+491510002", rules: generous)
    #expect(try await bench.check(again, isRight: false, rules: rules).wrong != nil)
    #expect(try await bench.store.erase(again.phoneKey) == 1)
    let last = try await bench.verification(phone: "+491510002", rules: generous)
    #expect(try await bench.check(last, isRight: false, rules: rules).limit?.limit == .wrongCodesPerPhone)
}
