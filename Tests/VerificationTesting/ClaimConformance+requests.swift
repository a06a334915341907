import Testing
import VerificationCore

func joins(_ bench: StoreBench) async throws {
    let first = try bench.request()
    let order = try await bench.send(first)
    let second = try bench.request()
    let summary = try #require(try await bench.claim(second, worker: 1).joined)
    var expected = order.summary
    expected.left = nil
    #expect(summary == expected, "no limit was asked")
    let (joined, joining) = (try await bench.report(second), try await bench.report(first))
    #expect(joined.id == joining.id && joined.messages == joining.messages && joined.resendAfter == joining.resendAfter)
    #expect(joined.requestOutcome == .duplicate && joining.requestOutcome == .send)

    #expect(try await bench.claim(try bench.request(app: "other")).order != nil)
    #expect(try await bench.claim(try bench.request(phone: "+491510002")).order != nil)
    #expect(try await bench.store.verification(try bench.request().id, of: first.app) == .missing(.unknown))
}

func redelivered(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let order = try await bench.send(request)
    #expect(try await bench.claim(request, worker: 1).isLeased)
    #expect(try await bench.record(.accepted(gatewayID: nil), of: order, request))
    for worker in 0..<4 { #expect(try await bench.claim(request, worker: worker) == .known) }
    let joined = try bench.request()
    #expect(try await bench.claim(joined).joined != nil)
    #expect(try await bench.claim(joined) == .known)
    #expect(try await bench.report(request).messages.count == 1)
}

func claimAgain(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let lost = try await bench.send(request, token: .max)
    let order = try await bench.send(request, token: .max)
    #expect(order.message == lost.message && order.fence == 2 && order.tries == 1 && !order.mayBeDuplicate)
    #expect(order.summary.remainingSends == 4)
    #expect(try await bench.claim(request, token: 1).isLeased)
    #expect(try await !bench.record(.accepted(gatewayID: nil), of: lost, request))
    #expect(try await bench.record(.accepted(gatewayID: nil), of: order, request))
    #expect(try await bench.claim(request, token: .max) == .known)
}

func claimAgainLate(_ bench: StoreBench) async throws {
    for policy in UnknownOutcomePolicy.allCases {
        let rules = SendingRules(whenUnknown: policy)
        let request = try bench.request(phone: "+49151000\(policy == .hold ? 1 : 2)")
        let lost = try await bench.send(request, rules: rules, lease: .zero, token: 7)
        let order = try await bench.send(request, rules: rules, token: 7)
        #expect(order.message == lost.message && order.tries == 1 && !order.mayBeDuplicate)
        #expect(try await bench.record(.accepted(gatewayID: nil), of: order, request, rules: rules))
        #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
    }
    // Another worker has another token. Its claim ends the message as unknown, and the first worker may not go on.
    let taken = try bench.request(phone: "+491510003")
    _ = try await bench.send(taken, lease: .zero, token: 7)
    #expect(try await bench.claim(taken, token: 8) == .known)
    #expect(try await bench.claim(taken, token: 7) == .known)
}

func recordedAgain(_ bench: StoreBench) async throws {
    let once = [RateLimit(2, per: .seconds(86_400))]
    var rules = StoreBench.eager
    (rules.sendsPerPhone, rules.sendsPerIP) = (once, once)
    let request = try bench.request(clientIP: "192.0.2.1")
    let order = try await bench.send(request, rules: rules)
    for _ in 0..<3 { #expect(try await bench.record(.accepted(gatewayID: "x"), of: order, request, rules: rules)) }
    let failing = try bench.request(clientIP: "192.0.2.1")
    let failed = try await bench.send(failing, rules: rules)
    for _ in 0..<3 { #expect(try await bench.record(.failed(reason: "no"), of: failed, failing, rules: rules)) }
    _ = try await bench.send(try bench.request(clientIP: "192.0.2.1"), rules: rules)
    let last = try await bench.claim(try bench.request(clientIP: "192.0.2.1"), rules: rules)
    #expect(last.limit != nil, "one share came back, and not three")
}

func oldVerification(_ bench: StoreBench) async throws {
    let first = try await bench.verification(rules: SendingRules(codeLife: .zero))
    // The second claim has ended the first verification in its row, so that no clock decides it later.
    let second = try await bench.verification()
    #expect(try await bench.report(first).status == .expired)
    #expect(try await bench.check(first, isRight: true).ended?.status == .expired)
    let test = try bench.testNumber(second.phone.e164)
    _ = try await bench.send(try bench.request(), testNumber: test)
    #expect(try await bench.report(second).status == .canceled)
}

func leaseOver(_ bench: StoreBench) async throws {
    let held = try bench.request()
    let gone = try await bench.send(held, lease: .zero)
    #expect(try await bench.claim(held, worker: 1) == .known)
    #expect(try await !bench.record(.accepted(gatewayID: nil), of: gone, held))
    let report = try await bench.report(held)
    #expect(report.status == .pending && report.remainingSends == 4)
    #expect(report.messages.map(\.status) == [.unknown] && report.messages.first?.reason == "lease-ended")

    let rules = SendingRules(whenUnknown: .resend)
    let tried = try bench.request(phone: "+491510002")
    let first = try await bench.send(tried, rules: rules, lease: .zero)
    let second = try await bench.send(tried, rules: rules, lease: .zero)
    #expect(second.message == first.message && second.code == first.code)
    #expect(second.fence == 2 && second.tries == 2 && second.mayBeDuplicate)
    #expect(try await bench.claim(tried, rules: rules) == .known)
    let message = try #require(try await bench.report(tried).messages.first)
    #expect(message.status == .unknown && message.mayBeDuplicate && message.tries == 2)
}

func laterTry(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let first = try await bench.send(request)
    #expect(try await bench.record(.waiting(.seconds(3_600), reason: "busy"), of: first, request))
    #expect(try await bench.claim(request).isLeased)
    let waiting = try #require(try await bench.report(request).messages.first)
    #expect(waiting.status == .sending && waiting.reason == "busy" && waiting.gateway == "gateway")

    let other = try bench.request(phone: "+491510002")
    let before = try await bench.send(other)
    #expect(try await bench.record(.waiting(.zero, reason: "busy"), of: before, other))
    let next = try await bench.send(other)
    #expect(next.message == before.message && next.tries == 2 && next.fence > before.fence && !next.mayBeDuplicate)
    #expect(next.summary.remainingSends == 4)
    let trying = try #require(try await bench.report(other).messages.first)
    #expect(trying.status == .sending && trying.reason == "busy" && trying.tries == 2)
    #expect(try await bench.record(.waitingAfterUnknown(.zero, reason: "silent"), of: next, other))
    let last = try await bench.send(other)
    #expect(last.tries == 3 && last.mayBeDuplicate)
    #expect(try await bench.record(.accepted(gatewayID: "x"), of: last, other))
    let message = try #require(try await bench.report(other).messages.first)
    #expect(message.status == .accepted && message.tries == 3 && message.mayBeDuplicate)
    #expect(message.reason == nil)
}

func staleFence(_ bench: StoreBench) async throws {
    let rules = SendingRules(whenUnknown: .resend)
    let request = try bench.request()
    let stale = try await bench.send(request, rules: rules, lease: .zero)
    let taken = try await bench.send(request, rules: rules)
    let before = try await bench.report(request)
    let outcomes: [SendRecord.Outcome] = [
        .accepted(gatewayID: "late"), .waiting(.zero, reason: "late"), .waitingAfterUnknown(.zero, reason: "late"),
        .failed(reason: "late"), .unknown(reason: "late"),
    ]
    for outcome in outcomes { #expect(try await !bench.record(outcome, of: stale, request, rules: rules)) }
    #expect(try await bench.report(request) == before)
    #expect(try await bench.record(.accepted(gatewayID: "on time"), of: taken, request, rules: rules))
}

func recordedOnce(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let order = try await bench.send(request)
    #expect(try await bench.record(.accepted(gatewayID: "first"), of: order, request))
    let before = try await bench.report(request)
    #expect(try await !bench.record(.accepted(gatewayID: "second"), of: order, request))
    #expect(try await !bench.record(.failed(reason: "second"), of: order, request))
    // A worker that lost the store's answer records the same outcome again.
    #expect(try await bench.record(.accepted(gatewayID: "first"), of: order, request))
    #expect(try await bench.report(request) == before)
}

func failedGivesBack(_ bench: StoreBench) async throws {
    let rules = SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(3_600))])
    var last: VerificationID?
    for _ in 0..<5 {
        let request = try bench.request()
        let order = try await bench.send(request, rules: rules)
        #expect(order.message.verification != last)
        #expect(try await bench.record(.failed(reason: "bad-number"), of: order, request, rules: rules))
        let report = try await bench.report(request)
        #expect(report.status == .failed && report.reason == "bad-number")
        #expect(report.messages.map(\.status) == [.failed] && report.remainingSends == 0)
        #expect(try await bench.check(request, isRight: true).ended?.status == .failed)
        last = order.message.verification
    }
}

func unknownGivesNothingBack(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let order = try await bench.send(request)
    #expect(try await bench.record(.unknown(reason: "silent"), of: order, request))
    let report = try await bench.report(request)
    #expect(report.status == .pending && report.messages.map(\.status) == [.unknown])
    #expect(report.remainingSends == 4)
    #expect(try await bench.claim(try bench.request()).joined != nil)
    #expect(try await bench.check(request, isRight: true).isApproved)
}

func textOfEarlierTry(_ bench: StoreBench) async throws {
    let untold = try bench.request(phone: "+491510002")
    let order = try await bench.send(untold)
    #expect(try await bench.record(.failed(reason: "no key"), of: order, untold, isWritten: false))
    let message = try #require(try await bench.report(untold).messages.first)
    #expect(message.language == nil && message.encoding == nil && message.segments == nil)

    let request = try bench.request()
    let first = try await bench.send(request)
    #expect(try await bench.record(.waiting(.zero, reason: "busy"), of: first, request))
    let second = try await bench.send(request)
    #expect(try await bench.record(.failed(reason: "no key"), of: second, request, isWritten: false))
    let again = try #require(try await bench.report(request).messages.first)
    #expect(again.tries == 2 && again.language == "de" && again.encoding == "gsm7" && again.segments == 1)
}

func resendKeepsCode(_ bench: StoreBench) async throws {
    let rules = SendingRules(resendAfter: .zero)
    let first = try bench.request()
    let order = try await bench.send(first, rules: rules)
    #expect(try await bench.record(.accepted(gatewayID: nil), of: order, first, rules: rules))
    for ordinal in 2...4 {
        let again = try bench.request()
        let resend = try await bench.send(again, rules: rules)
        #expect(resend.message == MessageID(verification: first.id, ordinal: ordinal) && resend.code == order.code)
        #expect(resend.summary.remainingSends == 3 && resend.summary.expiresAt == order.summary.expiresAt)
        #expect(try await bench.record(.failed(reason: "busy"), of: resend, again, rules: rules))
        let report = try await bench.report(again)
        #expect(report.id == first.id && report.status == .pending && report.remainingSends == 4)
    }
    #expect(try await bench.report(first).messages.map(\.status) == [.accepted, .failed, .failed, .failed])
}

func expiredAndRefused(_ bench: StoreBench) async throws {
    let late = try bench.request(deadline: .seconds(-3_600))
    #expect(try await bench.claim(late) == .expired)
    let expired = try await bench.report(late)
    #expect(expired.status == .expired && expired.reason == "deadline" && expired.messages.isEmpty)

    let costly = try bench.request(phone: "+19005550100")
    #expect(try await bench.claim(costly) == .refused(.kindNotAllowed))
    let refused = try await bench.report(costly)
    #expect(refused.status == .refused && refused.reason == "kind-not-allowed")

    let rules = SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(3_600))])
    let first = try bench.request()
    _ = try await bench.send(first, rules: rules)
    _ = try await bench.cancel(first)
    let many = try bench.request()
    let reached = try #require(try await bench.claim(many, rules: rules).limit)
    #expect(reached.limit == .sendsPerPhone && reached.verification == many.id)
    #expect(reached.quota == rules.sendsPerPhone[0])
    #expect(reached.retryAfter > .seconds(3_000) && reached.retryAfter <= .seconds(3_660))
    let limited = try await bench.report(many)
    #expect(limited.status == .refused && limited.reason == "sends-per-phone")
    for request in [late, costly, many] {
        #expect(try await bench.claim(request, rules: rules) == .known)
        #expect(try await bench.check(request, isRight: true).ended != nil)
    }
}
