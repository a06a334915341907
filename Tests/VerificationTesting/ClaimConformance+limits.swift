import Testing
import VerificationCore

extension SendingRules {
    /// Rules that allow many sends to every phone, and that have only these shared limits.
    static func sharing(
        ip: [RateLimit] = [], prefix: [RateLimit] = [], app: [RateLimit] = []
    ) -> SendingRules {
        var rules = StoreBench.eager
        rules.sendsPerIP = ip
        rules.sendsPerPrefix = prefix
        rules.sendsPerApp = app
        return rules
    }
}

private let twoPerHour = [RateLimit(2, per: .seconds(3_600))]

/// Expects that two sends have used the limit up, and that the third waits until the first send's slot leaves the hour.
///
/// A slot is a minute long, so the wait is 61 minutes at most. It may be 11 minutes less, for a slow machine.
private func expectFull(_ verdict: Verdict, _ limit: LimitReached.Limit, _ request: VerificationRequest) {
    let reached = verdict.limit
    #expect(reached?.limit == limit && reached?.quota == twoPerHour[0] && reached?.verification == request.id)
    #expect(reached.map { $0.retryAfter > .seconds(3_000) && $0.retryAfter <= .seconds(3_660) } == true)
}

func limitPerIP(_ bench: StoreBench) async throws {
    let rules = SendingRules.sharing(ip: twoPerHour)
    _ = try await bench.send(try bench.request(phone: "+491510001", clientIP: "2001:db8:0:7::1"), rules: rules)
    _ = try await bench.send(try bench.request(phone: "+491510002", clientIP: "2001:db8:0:7:ffff::2"), rules: rules)
    let third = try bench.request(phone: "+491510003", clientIP: "2001:db8:0:7::3")
    expectFull(try await bench.claim(third, rules: rules), .sendsPerIP, third)
    let report = try await bench.report(third)
    #expect(report.status == .refused && report.reason == "sends-per-ip" && report.requestOutcome == .limited)

    for address in ["2001:db8:0:8::1", "192.0.2.1", nil] {
        _ = try await bench.send(try bench.request(phone: "+491510003", clientIP: address), rules: rules)
    }
    let other = try bench.request(app: "other", clientIP: "2001:db8:0:7::1")
    _ = try await bench.send(other, rules: rules)
    // An IPv4 address counts as the same address when it is written as an IPv6 address.
    _ = try await bench.send(try bench.request(clientIP: "::ffff:192.0.2.1"), rules: rules)
    let fourth = try bench.request(clientIP: "192.0.2.1")
    #expect(try await bench.claim(fourth, rules: rules).limit?.limit == .sendsPerIP)
}

func limitPerPrefix(_ bench: StoreBench) async throws {
    let rules = SendingRules.sharing(prefix: twoPerHour)
    _ = try await bench.send(try bench.request(phone: "+491510001"), rules: rules)
    _ = try await bench.send(try bench.request(phone: "+491709999"), rules: rules)
    let third = try bench.request(phone: "+491510003")
    expectFull(try await bench.claim(third, rules: rules), .sendsPerPrefix, third)
    _ = try await bench.send(try bench.request(phone: "+447700900001"), rules: rules)
    // Under +1 the area code is part of the prefix.
    for phone in ["+12125550100", "+12125550101", "+14155550100"] {
        _ = try await bench.send(try bench.request(phone: phone), rules: rules)
    }
    #expect(try await bench.claim(try bench.request(phone: "+12125550102"), rules: rules).limit != nil)
}

func limitPerApp(_ bench: StoreBench) async throws {
    let rules = SendingRules.sharing(app: twoPerHour)
    for (phone, rest) in [("+491510001", 1), ("+447700900001", 0)] {
        let left = try await bench.send(try bench.request(phone: phone), rules: rules).summary.left
        #expect(left?.limit == .sendsPerApp && left?.quota == twoPerHour[0] && left?.count == rest)
        #expect(left.map { $0.moreAfter > .seconds(3_000) && $0.moreAfter <= .seconds(3_660) } == true)
    }
    let third = try bench.request(phone: "+819010002000")
    expectFull(try await bench.claim(third, rules: rules), .sendsPerApp, third)
    _ = try await bench.send(try bench.request(app: "other"), rules: rules)
}

func severalLimits(_ bench: StoreBench) async throws {
    let (hour, day) = (RateLimit(2, per: .seconds(3_600)), RateLimit(2, per: .seconds(86_400)))
    for (app, windows) in [("one", [hour, day]), ("two", [day, hour])] {
        let rules = SendingRules.sharing(app: windows)
        for phone in ["+491510001", "+491510002"] {
            _ = try await bench.send(try bench.request(phone: phone, app: app), rules: rules)
        }
        let reached = try await bench.claim(try bench.request(app: app), rules: rules).limit
        #expect(reached?.quota == day && reached.map { $0.retryAfter > .seconds(36_000) } == true)
    }
    let rules = SendingRules.sharing(ip: [RateLimit(1, per: .seconds(3_600))], prefix: [day], app: [hour])
    for phone in ["+491510001", "+491510002"] {
        _ = try await bench.send(
            try bench.request(phone: phone, clientIP: "2001:db8:\(phone.suffix(1))::"), rules: rules)
    }
    let reached = try await bench.claim(try bench.request(clientIP: "2001:db8:1::"), rules: rules).limit
    #expect(reached?.limit == .sendsPerPrefix && reached?.quota == day)
}

func limitedTakesNothing(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.sharing(ip: once, prefix: twoPerHour, app: twoPerHour)
    _ = try await bench.send(try bench.request(phone: "+491510001", clientIP: "192.0.2.1"), rules: rules)
    for _ in 0..<5 {
        let request = try bench.request(phone: "+491510002", clientIP: "192.0.2.1")
        #expect(try await bench.claim(request, rules: rules).limit?.limit == .sendsPerIP)
    }
    _ = try await bench.send(try bench.request(phone: "+491510002", clientIP: "192.0.2.2"), rules: rules)
    let last = try bench.request(phone: "+491510003", clientIP: "192.0.2.3")
    #expect(try await bench.claim(last, rules: rules).limit != nil)
}

func sharedGivenBack(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.sharing(ip: once, prefix: once, app: once)
    for number in 0..<3 {
        let request = try bench.request(phone: "+49151000\(number)", clientIP: "192.0.2.1")
        let order = try await bench.send(request, rules: rules)
        #expect(try await bench.record(.failed(reason: "busy"), of: order, request, rules: rules))
    }
    // A send that waits for another try, and whose verification is canceled meanwhile, has not left either.
    let late = try bench.request(deadline: .seconds(3_600), clientIP: "192.0.2.1")
    let order = try await bench.send(late, rules: rules)
    #expect(try await bench.record(.waiting(.zero, reason: "busy"), of: order, late, rules: rules))
    #expect(try await bench.cancel(late)?.status == .canceled)
    #expect(try await bench.claim(late, rules: rules) == .known)

    let unknown = try bench.request(clientIP: "192.0.2.1")
    let sent = try await bench.send(unknown, rules: rules)
    #expect(try await bench.record(.unknown(reason: "silent"), of: sent, unknown, rules: rules))
    let last = try bench.request(phone: "+491510002", clientIP: "192.0.2.1")
    #expect(try await bench.claim(last, rules: rules).limit != nil)
}

func noLimits(_ bench: StoreBench) async throws {
    let rules = SendingRules.sharing()
    for number in 0..<30 {
        let request = try bench.request(phone: "+49151\(1_000 + number % 3)", clientIP: "192.0.2.1")
        _ = try await bench.send(request, rules: rules)
    }
}

func testNumbersAreFree(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules(
        resendAfter: .zero, maxSends: 100, sendsPerPhone: once, sendsPerIP: once, sendsPerPrefix: once,
        sendsPerApp: once)
    let test = try bench.testNumber()
    for _ in 0..<4 {
        let request = try bench.request(phone: test.phone.e164, clientIP: "192.0.2.1")
        let order = try await bench.send(request, rules: rules, testNumber: test)
        #expect(order.code == .fixed)
        #expect(try await bench.record(.failed(reason: "gateway-down"), of: order, request, rules: rules))
        #expect(try await bench.report(request).status == .failed)
    }
    let sent = try bench.request(clientIP: "192.0.2.1")
    _ = try await bench.send(sent, rules: rules)
    let request = try bench.request(phone: test.phone.e164, clientIP: "192.0.2.1")
    let order = try await bench.send(request, rules: rules, testNumber: test)
    #expect(try await bench.record(.failed(reason: "gateway-down"), of: order, request, rules: rules))
    #expect(try await bench.claim(try bench.request(phone: "+491510002"), rules: rules).limit != nil)
}

func testNumberScenarios(_ bench: StoreBench) async throws {
    let limited = try bench.testNumber(scenario: .limited)
    let request = try bench.request(phone: limited.phone.e164)
    #expect(try await bench.claim(request, testNumber: limited).limit?.limit == .sendsPerPhone)
    #expect(try await bench.report(request).status == .refused)

    let over = try bench.testNumber("+491510008", expiresAt: bench.now + .seconds(-3_600))
    let real = try bench.request(phone: over.phone.e164)
    #expect(try await bench.send(real, testNumber: over).code == .made(CodeRecipe(keyName: "key", digits: 6)))
    // A number that becomes a test number begins a new verification.
    let test = try bench.testNumber("+491510008")
    let next = try bench.request(phone: over.phone.e164)
    let order = try await bench.send(next, testNumber: test)
    #expect(order.code == .fixed && order.message.verification == next.id)
    #expect(try await bench.claim(try bench.request(phone: over.phone.e164), testNumber: test).joined != nil)
}
