import Testing
import VerificationCore

/// Three wrong codes a day, for a phone or for an address.
private let three = [RateLimit(3, per: .seconds(86_400))]

extension SendingRules {
    static func guessing(
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
    for _ in 0..<2 { #expect(try await bench.check(first, isRight: false, rules: rules).wrong != nil) }
    // The answer for an ended verification is its end, and the attempt counts in no limit.
    #expect(try await bench.check(first, isRight: false, rules: rules).ended?.status == .maxAttemptsReached)

    let second = try await bench.verification(rules: rules)
    #expect(try await bench.check(second, isRight: false, rules: rules).wrong != nil)
    // The store does not compare a right code either. Otherwise a caller over the limit could still find the code.
    for isRight in [false, true, false] {
        let reached = try #require(try await bench.check(second, isRight: isRight, rules: rules).limit)
        #expect(reached.limit == .wrongCodesPerPhone && reached.quota == three[0])
        #expect(reached.verification == second.id)
        #expect(reached.retryAfter > .seconds(80_000) && reached.retryAfter <= .seconds(87_840))
    }
    #expect(try await bench.report(second).remainingChecks == 1)
    let other = try await bench.verification(phone: "+491510002", rules: rules)
    #expect(try await bench.check(other, isRight: false, rules: rules).wrong != nil)
}

func wrongCodesPerIP(_ bench: StoreBench) async throws {
    let rules = SendingRules.guessing(ip: three)
    let asked = try await bench.verification(rules: rules, clientIP: "2001:db8:0:7::1")
    let other = try await bench.verification(phone: "+491510002", rules: rules, clientIP: "198.51.100.1")
    let nobodys = try await bench.verification(phone: "+491510003", rules: rules)
    // A wrong code counts for the check's own address, or without it for the address that asked for the verification.
    #expect(try await bench.check(asked, isRight: false, rules: rules).wrong != nil)
    for address in ["2001:db8:0:7::2", "2001:db8:0:7:1:2:3:4"] {
        #expect(try await bench.check(other, isRight: false, rules: rules, clientIP: address).wrong != nil)
    }
    for request in [asked, other, nobodys] {
        let reached = try await bench.check(request, isRight: false, rules: rules, clientIP: "2001:db8:0:7::3").limit
        #expect(reached?.limit == .wrongCodesPerIP && reached?.quota == three[0])
        #expect(reached?.verification == request.id)
    }
    #expect(try await bench.check(asked, isRight: true, rules: rules).limit?.limit == .wrongCodesPerIP)
    #expect(try await bench.report(asked).remainingChecks == 49)
    // All other checks go on: from another network, from the other phone's own address, and without any address.
    for (request, address) in [(asked, "2001:db8:0:8::1"), (other, nil)] {
        #expect(try await bench.check(request, isRight: false, rules: rules, clientIP: address).wrong != nil)
    }
    for _ in 0..<5 { #expect(try await bench.check(nobodys, isRight: false, rules: rules).wrong != nil) }
}

func rightCodeTakesNothing(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: once, ip: once)
    for _ in 0..<4 {
        let request = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
        #expect(try await bench.check(request, isRight: true, rules: rules).isApproved)
    }
    let request = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    #expect(try await bench.check(request, isRight: false, rules: rules).wrong != nil)
    #expect(try await bench.check(request, isRight: true, rules: rules).limit != nil)
}

func testNumberCodes(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: once, ip: once, maxChecks: 3)
    let test = try bench.testNumber()
    let request = try bench.request(phone: test.phone.e164, clientIP: "192.0.2.1")
    #expect(try await bench.send(request, rules: rules, testNumber: test).code == .fixed)
    for left in [2, 1, 0] {
        let verdict = try await bench.check(request, isRight: false, rules: rules, testNumber: test)
        #expect(verdict.wrong?.remainingChecks == left)
    }
    #expect(try await bench.check(request, isRight: true, rules: rules).ended?.status == .maxAttemptsReached)

    let again = try bench.request(phone: test.phone.e164, clientIP: "192.0.2.1")
    _ = try await bench.send(again, rules: rules, testNumber: test)
    // A check without the test number approves no code, not even the code that the ring would make.
    #expect(try await bench.check(again, isRight: true, rules: rules).wrong != nil)
    #expect(try await bench.check(again, isRight: true, rules: rules, testNumber: test).isApproved)
    let real = try await bench.verification(rules: rules, clientIP: "192.0.2.1")
    #expect(try await bench.check(real, isRight: false, rules: rules).wrong != nil)
    #expect(try await bench.check(real, isRight: false, rules: rules).limit != nil)
}
