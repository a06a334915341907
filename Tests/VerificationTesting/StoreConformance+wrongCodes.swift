import Testing
import VerificationCore

/// Three wrong codes a day, of a phone or of an address, and more than enough of everything else.
private let three = [RateLimit(3, per: .seconds(86_400))]

extension SendingRules {
    fileprivate static func guessing(
        phone: [RateLimit] = [], ip: [RateLimit] = [], maxChecks: Int = 50
    ) -> SendingRules {
        var rules = StoreBench.eager
        rules.maxChecks = maxChecks
        rules.wrongCodesPerPhone = phone
        rules.wrongCodesPerIP = ip
        return rules
    }
}

func wrongCodesPerPhone(_ bench: StoreBench) async throws {
    let rules = SendingRules.guessing(phone: [RateLimit(3, per: .seconds(3_600))] + three, maxChecks: 2)
    let first = try await bench.verification(rules: rules)
    for _ in 0..<2 { #expect(try await bench.check(first, isRight: false, rules: rules).counted) }
    // What has ended is told before any limit is.
    #expect(try await bench.count(first, rules: rules).ended?.status == .maxAttemptsReached)

    let second = try await bench.verification(rules: rules)
    #expect(try await bench.check(second, isRight: false, rules: rules).counted)
    for _ in 0..<3 {
        let reached = try #require(try await bench.count(second, rules: rules).limit)
        #expect(reached.limit == .wrongCodesPerPhone && reached.quota == three[0])
        #expect(reached.verification == second.id)
        #expect(reached.retryAfter > .seconds(20_000) && reached.retryAfter <= .seconds(28_800))
    }
    #expect(try await bench.report(second).remainingChecks == 1)
    let other = try await bench.verification(phone: "+491510002", rules: rules)
    #expect(try await bench.check(other, isRight: false, rules: rules).counted)
}

func wrongCodesPerIP(_ bench: StoreBench) async throws {
    let rules = SendingRules.guessing(ip: three)
    let asked = try await bench.verification(rules: rules, clientIP: "2001:db8:0:7::1")
    let other = try await bench.verification(phone: "+491510002", rules: rules, clientIP: "198.51.100.1")
    let nobodys = try await bench.verification(phone: "+491510003", rules: rules)
    // Without an address of its own a try counts for the address that asked; the check's own address goes before it.
    #expect(try await bench.check(asked, isRight: false, rules: rules).counted)
    for address in ["2001:db8:0:7::2", "2001:db8:0:7:1:2:3:4"] {
        #expect(try await bench.check(other, isRight: false, rules: rules, clientIP: address).counted)
    }
    for request in [asked, other, nobodys] {
        let reached = try await bench.count(request, rules: rules, clientIP: "2001:db8:0:7::3").limit
        #expect(reached?.limit == .wrongCodesPerIP && reached?.quota == three[0])
        #expect(reached?.verification == request.id)
    }
    #expect(try await bench.count(asked, rules: rules).limit?.limit == .wrongCodesPerIP)
    #expect(try await bench.report(asked).remainingChecks == 49)
    // Everybody else goes on: another network, the other's own address, and whoever has none at all.
    #expect(
        try await bench.count(asked, rules: rules, clientIP: "2001:db8:0:8::1").open?.network == "2001:db8:0:8::/64")
    #expect(try await bench.count(other, rules: rules).open?.network == "198.51.100.1")
    for _ in 0..<5 { #expect(try await bench.count(nobodys, rules: rules).open != nil) }
}

func rightCodeGivesBack(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: once, ip: once)
    for _ in 0..<4 {
        let request = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
        #expect(try await bench.check(request, isRight: true, rules: rules).approved)
    }
    let request = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    #expect(try await bench.check(request, isRight: false, rules: rules).counted)
    #expect(try await bench.count(request, rules: rules).limit != nil)
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
        #expect(checks.count(where: \.counted) == 5, "round \(round)")
        #expect(try await bench.report(request).remainingChecks == 45, "round \(round)")
    }
}

func rightCodesGiveBackAtOnce(_ bench: StoreBench) async throws {
    let five = [RateLimit(5, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: five, ip: five)
    let request = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    let checks = try await bench.atOnce(50) { try await bench.check(request, isRight: true, rules: rules, worker: $0) }
    #expect(checks.count(where: \.approved) == 1)
    let next = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    let wrong = try await bench.atOnce(50) { try await bench.check(next, isRight: false, rules: rules, worker: $0) }
    #expect(wrong.count(where: \.counted) == 5)
}

func testNumberCodes(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: once, ip: once, maxChecks: 3)
    let test = try bench.testNumber()
    let request = try bench.request(phone: test.phone.e164, clientIP: "192.0.2.1")
    #expect(try await bench.send(request, rules: rules, testNumber: test).code == .fixed)
    for left in [2, 1, 0] {
        let check = try #require(try await bench.count(request, rules: rules).open)
        #expect(check.remaining == left && check.code == .fixed)
        _ = try await bench.store.finishCheck(check, isRight: false)
    }
    #expect(try await bench.count(request, rules: rules).ended?.status == .maxAttemptsReached)

    let again = try bench.request(phone: test.phone.e164, clientIP: "192.0.2.1")
    _ = try await bench.send(again, rules: rules, testNumber: test)
    #expect(try await bench.check(again, isRight: true, rules: rules).approved)
    // Nothing was given back that had not been taken.
    let real = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    #expect(try await bench.check(real, isRight: false, rules: rules).counted)
    #expect(try await bench.count(real, rules: rules).limit != nil)
}
