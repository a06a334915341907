import Testing
import VerificationCore

func fiftyClaims(_ bench: StoreBench) async throws {
    let requests = try (0..<50).map { _ in try bench.request() }
    let verdicts = try await bench.atOnce(50) { try await bench.claim(requests[$0], worker: $0) }
    #expect(verdicts.count { $0.order != nil } == 1)
    #expect(verdicts.count { $0.joined != nil } == 49)
    let live = try #require(verdicts.compactMap(\.order).first?.message.verification)
    #expect(verdicts.compactMap(\.joined).allSatisfy { $0.verification == live })
    for request in requests { #expect(try await bench.report(request).id == live) }
    #expect(try await bench.report(requests[0]).messages.count == 1)
}

func sameRequestAtOnce(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let verdicts = try await bench.atOnce(50) { try await bench.claim(request, worker: $0) }
    #expect(verdicts.count { $0.order != nil } == 1)
    #expect(verdicts.count(where: \.isLeased) == 49)
}

func limitAtOnce(_ bench: StoreBench) async throws {
    let rules = SendingRules(resendAfter: .zero, maxSends: 100, sendsPerPhone: [RateLimit(5, per: .seconds(86_400))])
    for round in 0..<4 {
        let requests = try (0..<64).map { _ in try bench.request(phone: "+49151000\(round)") }
        let verdicts = try await bench.atOnce(64) { try await bench.claim(requests[$0], rules: rules, worker: $0) }
        #expect(verdicts.count { $0.order != nil } == 5, "round \(round)")
        #expect(verdicts.count { $0.limit != nil } == 59, "round \(round)")
        #expect(Set(verdicts.compactMap(\.order?.message)).count == 5, "round \(round)")
        #expect(try await bench.report(requests[0]).messages.count == 5, "round \(round)")
    }
}

func sharedLimitAtOnce(_ bench: StoreBench) async throws {
    let five = [RateLimit(5, per: .seconds(86_400))]
    let kinds: [SendingRules] = [.sharing(ip: five), .sharing(prefix: five), .sharing(app: five)]
    for (round, rules) in kinds.enumerated() {
        let requests = try (0..<64).map {
            try bench.request(phone: "+49151\(10_000 + $0)", app: "app\(round)", clientIP: "192.0.2.1")
        }
        let verdicts = try await bench.atOnce(64) { try await bench.claim(requests[$0], rules: rules, worker: $0) }
        #expect(verdicts.count { $0.order != nil } == 5, "round \(round)")
        #expect(verdicts.count { $0.limit != nil } == 59, "round \(round)")
    }
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
            #expect(verdict == (isSame ? .known : .keyReused), "round \(round)")
            let found = try await bench.find(requests[number])
            #expect(
                isSame ? found.report?.id == requests[sent[0].0].id : found == .missing(.keyReused), "round \(round)")
        }
    }
}

func manyPhones(_ bench: StoreBench) async throws {
    let requests = try (0..<400).map { try bench.request(phone: "+49151\(10_000 + $0 % 200)") }
    let verdicts = try await bench.atOnce(400) { number in
        let verdict = try await bench.claim(requests[number], worker: number)
        if let order = verdict.order {
            let isOurs = try await bench.record(
                .accepted(gatewayID: nil), of: order, requests[number], worker: number)
            #expect(isOurs)
        }
        return verdict
    }
    #expect(Set(verdicts.compactMap(\.order?.message)).count == 200)
    #expect(verdicts.count { $0.joined != nil } == 200)
    for request in requests[..<50] {
        #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
    }
}

func poison(_ bench: StoreBench) async throws {
    let clashing = try bench.request(phone: "+491510000")
    let sameID = VerificationRequest(
        id: clashing.id, app: clashing.app, phone: try FakePhoneNumberParser().parse("+491519999"),
        requestedAt: clashing.requestedAt, deadline: clashing.deadline)
    let verdicts = try await bench.atOnce(60) { number in
        switch number % 20 {
        case 0: try await bench.claim(clashing, worker: number / 20)
        case 1: try await bench.claim(sameID, worker: number / 20)
        case _: try await bench.claim(try bench.request(phone: "+49151\(10_000 + number)"), worker: number)
        }
    }
    #expect(verdicts.count { $0.order != nil } == 55)
    // Three deliveries for each of two phones have the same id. The store sends the first; the two others of its phone
    // meet the lease, and the three of the other phone are refused.
    #expect(verdicts.count(where: \.isLeased) == 2 && verdicts.count { $0 == .idReused } == 3)
}

func failuresAtOnce(_ bench: StoreBench) async throws {
    let rules = SendingRules(resendAfter: .zero, maxSends: 100, sendsPerPhone: [RateLimit(20, per: .seconds(86_400))])
    for round in 0..<3 {
        let requests = try (0..<20).map { _ in try bench.request() }
        let orders = try await bench.atOnce(20) { number in
            (try await bench.claim(requests[number], rules: rules, worker: number).order, requests[number])
        }
        let isOurs = try await bench.atOnce(20) { number in
            let order = try #require(orders[number].0, "round \(round)")
            return try await bench.record(
                .failed(reason: "busy"), of: order, orders[number].1, rules: rules, worker: number)
        }
        #expect(!isOurs.contains(false))
        #expect(try await bench.report(requests[0]).status == .failed, "round \(round)")
    }
}
