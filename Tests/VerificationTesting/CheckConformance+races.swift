import Testing
import VerificationCore

func wrongCodesAtOnce(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let checks = try await bench.atOnce(50) { try await bench.check(request, isRight: false, worker: $0) }
    #expect(checks.count { $0.wrong != nil } == 5)
    #expect(Set(checks.compactMap { $0.wrong?.remainingChecks }) == [0, 1, 2, 3, 4])
    #expect(checks.count { $0.ended?.status == .maxAttemptsReached } == 45)
    #expect(try await bench.report(request).status == .maxAttemptsReached)

    // Wrong codes of a test number take from no limit, so only the verification's own count ends them.
    let test = try bench.testNumber()
    let free = try bench.request(phone: test.phone.e164)
    _ = try await bench.send(free, testNumber: test)
    let tries = try await bench.atOnce(50) {
        try await bench.check(free, isRight: false, testNumber: test, worker: $0)
    }
    #expect(tries.count { $0.wrong != nil } == 5)
    #expect(try await bench.report(free).status == .maxAttemptsReached)
}

func rightCodesAtOnce(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules(wrongCodesPerPhone: once, wrongCodesPerIP: once)
    let request = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    let checks = try await bench.atOnce(60) { try await bench.check(request, isRight: true, rules: rules, worker: $0) }
    #expect(checks.count(where: \.isApproved) == 1)
    #expect(checks.count { $0.ended?.status == .approved } == 59)
    #expect(try await bench.report(request).status == .approved)

    // The 59 right codes that came too late used up no limit on wrong codes.
    let next = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    #expect(try await bench.check(next, isRight: false, rules: rules).wrong?.remainingChecks == 4)
}

func sameCheckAtOnce(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    let wrong = try await bench.atOnce(30) {
        try await bench.check(request, isRight: false, key: "wrong", worker: $0)
    }
    #expect(wrong.count { $0.wrong?.remainingChecks == 4 } == 30)
    let right = try await bench.atOnce(30) { try await bench.check(request, isRight: true, key: "right", worker: $0) }
    #expect(right.count(where: \.isApproved) == 30)
}

func wrongCodesPerPhoneAtOnce(_ bench: StoreBench) async throws {
    let five = [RateLimit(5, per: .seconds(86_400))]
    let kinds: [SendingRules] = [.guessing(phone: five), .guessing(ip: five), .guessing(phone: five, ip: five)]
    for (round, rules) in kinds.enumerated() {
        let address = "192.0.2.\(round)"
        let request = try await bench.verification(phone: "+49151000\(round)", rules: rules, clientIP: address)
        let checks = try await bench.atOnce(50) {
            try await bench.check(request, isRight: false, rules: rules, worker: $0)
        }
        #expect(checks.count { $0.wrong != nil } == 5 && checks.count { $0.limit != nil } == 45, "round \(round)")
        #expect(try await bench.report(request).remainingChecks == 45, "round \(round)")
    }
}

func networkAtOnce(_ bench: StoreBench) async throws {
    let rules = SendingRules.guessing(ip: [RateLimit(5, per: .seconds(86_400))])
    var requests: [VerificationRequest] = []
    for number in 0..<20 {
        requests.append(try await bench.verification(phone: "+4915100\(100 + number)", rules: rules))
    }
    let phones = requests
    let checks = try await bench.atOnce(60) { number in
        try await bench.check(
            phones[number % 20], isRight: false, rules: rules, clientIP: "192.0.2.1", worker: number)
    }
    #expect(checks.count { $0.wrong != nil } == 5 && checks.count { $0.limit != nil } == 55)
}
