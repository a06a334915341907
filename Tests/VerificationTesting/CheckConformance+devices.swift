import Testing
import VerificationCore

private let (home, abroad) = ("203.0.113.7", "198.51.100.1")

/// Strangers can use up what is theirs, and nothing of the person's who asked.
func strangersCodes(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: once, ip: [RateLimit(60, per: .seconds(3_600))], maxChecks: 5)
    let request = try await bench.verification(rules: rules, clientIP: home, asker: .device)
    for address in [abroad, "2001:db8::1"] {
        let wrong = try await bench.check(request, isRight: false, rules: rules, clientIP: address, asker: .device)
        #expect(wrong.wrong?.remainingChecks == 5, "the starter's tries are untouched")
    }
    for (address, isRight) in [(abroad, false), (abroad, true), ("192.0.2.9", true), ("192.0.2.9", false)] {
        let held = try await bench.check(request, isRight: isRight, rules: rules, clientIP: address, asker: .device)
        #expect(held.limit?.limit == .wrongCodesOfStrangers)
        #expect(held.limit?.quota.count == CheckAttempt.strangersCodes)
    }
    for left in [4, 3] {
        let wrong = try await bench.check(request, isRight: false, rules: rules, clientIP: home, asker: .device)
        #expect(wrong.wrong?.remainingChecks == left)
    }
    #expect(try await bench.check(request, isRight: true, rules: rules, clientIP: home, asker: .device).isApproved)

    // A person whose phone has changed networks meanwhile.
    let second = try await bench.verification(rules: rules, clientIP: home, asker: .device)
    #expect(try await bench.check(second, isRight: true, rules: rules, clientIP: abroad, asker: .device).isApproved)
}

/// The right code of the starter passes, whatever the phone and the network have had; five wrong codes end it.
func startersCodes(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: once, ip: once, maxChecks: 5)
    for _ in 0..<3 {
        let request = try await bench.verification(rules: rules, clientIP: home, asker: .device)
        for _ in 0..<4 {
            #expect(
                try await bench.check(request, isRight: false, rules: rules, clientIP: home, asker: .device).wrong
                    != nil)
        }
        #expect(try await bench.check(request, isRight: true, rules: rules, clientIP: home, asker: .device).isApproved)
    }
    let request = try await bench.verification(rules: rules, clientIP: home, asker: .device)
    for left in (0..<5).reversed() {
        let wrong = try await bench.check(request, isRight: false, rules: rules, clientIP: home, asker: .device)
        #expect(wrong.wrong?.remainingChecks == left)
    }
    let ended = try await bench.check(request, isRight: true, rules: rules, clientIP: home, asker: .device)
    #expect(ended.ended?.status == .maxAttemptsReached)
    // The guesses count for the network where it guesses at another's verification.
    let other = try await bench.verification(phone: "+491510002", rules: rules, clientIP: abroad, asker: .device)
    let held = try await bench.check(other, isRight: true, rules: rules, clientIP: home, asker: .device)
    #expect(held.limit?.limit == .wrongCodesPerIP)
    #expect(try await bench.check(other, isRight: true, rules: rules, clientIP: abroad, asker: .device).isApproved)
    // What devices guess holds no backend's check of the phone back.
    let native = try await bench.verification(rules: rules)
    #expect(try await bench.check(native, isRight: true, rules: rules).isApproved)
}

/// The guesses of many places in one network of a subscriber count together.
func widerNetworksCodes(_ bench: StoreBench) async throws {
    let rules = SendingRules.guessing(ip: [RateLimit(1, per: .seconds(86_400))], maxChecks: 50)
    var tries = 0
    for place in 0..<20 {
        let phone = "+4915100\(100 + place)"
        let request = try await bench.verification(phone: phone, rules: rules, clientIP: home, asker: .device)
        let address = "2001:db8:7:\(String(place, radix: 16))00::1"
        let check = try await bench.check(request, isRight: false, rules: rules, clientIP: address, asker: .device)
        if check.wrong == nil { #expect(check.limit?.limit == .wrongCodesPerIP) } else { tries += 1 }
    }
    #expect(tries == 16, "a /48 has sixteen times the tries of a /64")
}

/// A test number's code does not change and its sends are free, so devices' guesses are counted.
func testNumberGuesses(_ bench: StoreBench) async throws {
    let rules = SendingRules.guessing(ip: [RateLimit(60, per: .seconds(3_600))], maxChecks: 50)
    let test = try bench.testNumber()
    func session() async throws -> VerificationRequest {
        let request = try bench.request(phone: test.phone.e164, clientIP: home, asker: .device)
        _ = try await bench.send(request, rules: rules, testNumber: test)
        return request
    }
    func check(_ request: VerificationRequest, _ address: String, isRight: Bool) async throws -> CheckResult<NoRecord> {
        try await bench.check(
            request, isRight: isRight, rules: rules, testNumber: test, clientIP: address, asker: .device)
    }
    let first = try await session()
    #expect(try await check(first, home, isRight: true).isApproved, "an honest developer")
    var (request, tries) = (try await session(), 0)
    for address in [home, abroad] {
        for _ in 0..<61 {
            switch try await check(request, address, isRight: false) {
            case .wrong: tries += 1
            case .ended: request = try await session()
            case .limited(let reached):
                let limit: LimitReached.Limit = address == home ? .wrongCodesPerIP : .wrongCodesPerTestNumber
                #expect(reached.limit == limit)
                #expect(try await check(request, address, isRight: true).limit != nil)
            case .approved, .keyReused, .missing: Issue.record()
            }
        }
    }
    #expect(tries > 90 && tries <= CheckAttempt.testNumberCodes.count)
}

/// A developer's tests guess as often as they like.
func emulatorsCodes(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules.guessing(phone: once, ip: once).withoutLimits
    let request = try await bench.verification(rules: rules, clientIP: home, asker: .emulator)
    for _ in 0..<60 {
        #expect(
            try await bench.check(request, isRight: false, rules: rules, clientIP: home, asker: .emulator).wrong != nil)
    }
    #expect(try await bench.check(request, isRight: true, rules: rules, clientIP: home, asker: .emulator).isApproved)
}
