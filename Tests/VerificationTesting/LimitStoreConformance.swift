import Testing
import VerificationCore

/// Proves what every store of limits promises to an operator; the bench's store is empty at the beginning.
package func exerciseLimits(_ limits: any VerificationStore, on bench: StoreBench) async throws {
    let rules = SendingRules.fiveOfEverything
    let request = try bench.request(clientIP: "192.0.2.1")
    let subject = LimitSubject(app: request.app, rules: rules, phone: request.phone, address: request.clientIP)
    #expect(try await limits.used(subject).allSatisfy { $0.value == 0 }, "nothing is on record yet")
    try await limits.reset([.sendsPerPhone, .sendsPerApp], of: subject)

    let order = try await bench.send(request, rules: rules)
    #expect(try await bench.record(.accepted(gatewayID: "1"), of: order, request, rules: rules))
    #expect(try await bench.check(request, isRight: false, rules: rules).wrong != nil)
    for _ in 2...5 { _ = try await bench.send(try bench.request(clientIP: "192.0.2.1"), rules: rules) }
    let full = try await limits.used(subject)
    let sends = ["sends-per-app", "sends-per-ip", "sends-per-phone", "sends-per-prefix", "sends-per-verification"]
    #expect(full.filter { $0.value == 5 }.keys.sorted() == sends)
    #expect(full["wrong-codes-per-phone"] == 1 && full["wrong-codes-per-ip"] == 1)
    #expect(try await bench.claim(try bench.request(clientIP: "192.0.2.1"), rules: rules).limit != nil)

    try await limits.reset([.sendsPerPhone, .sendsPerIP], of: subject)
    let changed = full.merging(["sends-per-phone": 0, "sends-per-ip": 0]) { $1 }
    #expect(try await limits.used(subject) == changed)
    try await limits.reset([.wrongCodesPerPhone, .wrongCodesPerIP, .sendsPerPrefix, .sendsPerApp], of: subject)
    #expect(try await limits.used(subject).filter { $0.value > 0 } == ["sends-per-verification": 5])
    _ = try await bench.send(try bench.request(clientIP: "192.0.2.1"), rules: rules)
    // A reset changes no verification: the code that the person has is still good.
    #expect(try await bench.check(request, isRight: true, rules: rules).isApproved)
    try await failureAfterReset(limits, bench)
}

/// A send that fails after a reset has nothing to take back, and leaves no limit below zero.
private func failureAfterReset(_ limits: any VerificationStore, _ bench: StoreBench) async throws {
    let rules = SendingRules.fiveOfEverything
    let request = try bench.request(app: "other", clientIP: "192.0.2.1")
    let subject = LimitSubject(app: request.app, rules: rules, phone: request.phone, address: request.clientIP)
    let order = try await bench.send(request, rules: rules)
    try await limits.reset(Set(LimitReached.Limit.allCases), of: subject)
    #expect(try await bench.record(.failed(reason: "busy"), of: order, request, rules: rules))
    #expect(try await limits.used(subject).allSatisfy { $0.value == 0 })
    let verdicts = try await bench.atOnce(8) { number in
        try await bench.claim(
            try bench.request(phone: "+49152000\(number)", app: "other", clientIP: "192.0.2.1"), rules: rules)
    }
    #expect(verdicts.count { $0.order != nil } == 5)
}

extension SendingRules {
    /// Rules in which each limit admits five events in ten days, so that all limits are full at the same time.
    package static var fiveOfEverything: SendingRules {
        let five = [RateLimit(5, per: .seconds(864_000))]
        return SendingRules(
            resendAfter: .zero, maxSends: 100, maxChecks: 100, sendsPerPhone: five, sendsPerIP: five,
            sendsPerPrefix: five, sendsPerApp: five, wrongCodesPerPhone: five, wrongCodesPerIP: five)
    }
}

extension VerificationStore {
    /// How much of each limit is used, by the limit's name; each limit must have a single window.
    package func used(_ subject: LimitSubject) async throws -> [String: Int] {
        Dictionary(try await uses(of: subject).map { ($0.limit.rawValue, $0.used) }) { $1 }
    }
}
