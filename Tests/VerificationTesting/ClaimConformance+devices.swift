import Testing
import VerificationCore

private let (home, abroad) = ("203.0.113.7", "198.51.100.1")

/// Rules with the usual limits, under which each claim sends and no request joins.
private var rules: SendingRules {
    var rules = SendingRules.standard
    (rules.resendAfter, rules.maxSends, rules.sendsPerIP) = (.zero, 100, [RateLimit(20, per: .seconds(3_600))])
    return rules
}

/// One network uses at most a third of what a phone may get, so that strangers leave most to its owner.
func shareOfPhone(_ bench: StoreBench) async throws {
    var sends = 0
    for _ in 0..<5 {
        let request = try bench.request(clientIP: abroad, asker: .device)
        let verdict = try await bench.claim(request, rules: rules)
        if verdict.order != nil { sends += 1 } else { #expect(verdict.limit?.limit == .sendsPerPhoneAndIP) }
    }
    #expect(sends == 3)
    for _ in 0..<2 { _ = try await bench.send(try bench.request(clientIP: home, asker: .device), rules: rules) }
    let sixth = try await bench.claim(try bench.request(clientIP: home, asker: .device), rules: rules)
    #expect(sixth.limit?.limit == .sendsPerPhone)
    // A backend knows whom it asks for.
    for _ in 0..<5 {
        _ = try await bench.send(try bench.request(phone: "+491510002", clientIP: abroad), rules: rules)
    }
}

/// All places of a subscriber's network together have sixteen times the sends of one place.
func widerNetworksSends(_ bench: StoreBench) async throws {
    var (rules, sends) = (rules, 0)
    rules.sendsPerIP = [RateLimit(1, per: .seconds(3_600))]
    for place in 0..<24 {
        let address = "2001:db8:7:\(String(place, radix: 16))00::1"
        let request = try bench.request(phone: "+4915100\(100 + place)", clientIP: address, asker: .device)
        let verdict = try await bench.claim(request, rules: rules)
        if verdict.order != nil { sends += 1 } else { #expect(verdict.limit?.limit == .sendsPerIP) }
    }
    #expect(sends == 16)
    let other = try bench.request(phone: "+491510099", clientIP: "2001:db8:8::1", asker: .device)
    _ = try await bench.send(other, rules: rules)
}

/// What callers without a proof may cost is counted for all of them together; nobody else's sends are.
func unprovenSends(_ bench: StoreBench) async throws {
    let two = [RateLimit(2, per: .seconds(86_400))]
    func request(_ number: Int, _ sends: [RateLimit]?) throws -> VerificationRequest {
        try bench.request(
            phone: "+49151000\(number)", clientIP: "203.0.113.\(number)", asker: .device,
            appVerification: sends.map { .unproven(.noToken, sends: $0) })
    }
    for number in 1...2 { _ = try await bench.send(try request(number, two), rules: rules) }
    let third = try request(3, two)
    let reached = try await bench.claim(third, rules: rules).limit
    #expect(reached?.limit == .unprovenSends && reached?.quota == two[0])
    #expect(try await bench.report(third).reason == "unproven-sends")
    _ = try await bench.send(try request(4, nil), rules: rules)
    _ = try await bench.send(try bench.request(phone: "+491510005"), rules: rules)
    // A project that admits more takes up where the count stands.
    let three = [RateLimit(3, per: .seconds(86_400))]
    _ = try await bench.send(try request(6, three), rules: rules)
    #expect(try await bench.claim(try request(7, three), rules: rules).limit?.limit == .unprovenSends)
    // A send that did not happen takes nothing.
    let more = [RateLimit(4, per: .seconds(86_400))]
    let failed = try request(8, more)
    let order = try await bench.send(failed, rules: rules)
    try #require(await bench.record(.failed(reason: "test"), of: order, failed, rules: rules))
    _ = try await bench.send(try request(9, more), rules: rules)
}

/// A surface may have taken a number for a test number that is none any more when a worker decides.
func noUnprovenSends(_ bench: StoreBench) async throws {
    func request(_ phone: String) throws -> VerificationRequest {
        try bench.request(phone: phone, asker: .device, appVerification: .unproven(.refused, sends: []))
    }
    #expect(try await bench.claim(try request("+491510001")) == .refused(.testingMode))
    let test = try bench.testNumber("+491510002")
    #expect(try await bench.send(try request("+491510002"), testNumber: test).code.isFixed)
}

/// A farm that shares one device's proof shares its sends too, from whatever addresses and to whatever numbers.
func sendsPerProof(_ bench: StoreBench) async throws {
    let limits = [RateLimit(2, per: .seconds(3_600)), RateLimit(3, per: .seconds(86_400))]
    func request(_ number: Int, _ digest: String, _ kind: AppProof.Kind = .appCheck) throws -> VerificationRequest {
        try bench.request(
            phone: "+49151000\(number)", clientIP: "203.0.113.\(number)", asker: .device,
            appVerification: .proven(AppProof(kind, digest: digest, limits: limits)))
    }
    for number in 1...2 { _ = try await bench.send(try request(number, "aa"), rules: rules) }
    let third = try request(3, "aa")
    let reached = try await bench.claim(third, rules: rules).limit
    #expect(reached?.limit == .sendsPerProof && reached?.quota == limits[0])
    #expect(try await bench.report(third).reason == "sends-per-proof")
    // Another proof has sends of its own, and so has a proof of another kind that happens to have the same digest.
    _ = try await bench.send(try request(4, "bb"), rules: rules)
    _ = try await bench.send(try request(5, "aa", .appAttest), rules: rules)
    // A test number costs nothing, so it takes nothing.
    let test = try bench.testNumber("+491510006")
    #expect(try await bench.send(try request(6, "aa"), testNumber: test).code.isFixed)
}

/// Which proof a verification was asked with is on record, and why there was none.
func appProofs(_ bench: StoreBench) async throws {
    let proof = AppProof(.silentPush, digest: "cc", limits: [])
    let cases: [(AppVerification?, String?)] = [
        (.proven(proof), "silent-push"), (nil, nil),
        (.unproven(.simulator, sends: [RateLimit(9, per: .seconds(60))]), "simulator"),
    ]
    for (number, (verification, record)) in zip(1..., cases) {
        let request = try bench.request(
            phone: "+49151000\(number)", asker: .device, appVerification: verification)
        _ = try await bench.send(request, rules: rules)
        #expect(try await bench.report(request).appProof == record)
    }
    let refused = try bench.request(
        phone: "+491510009", asker: .device, appVerification: .unproven(.refused, sends: []))
    #expect(try await bench.claim(refused) == .refused(.testingMode))
    #expect(try await bench.report(refused).appProof == "refused")
}
