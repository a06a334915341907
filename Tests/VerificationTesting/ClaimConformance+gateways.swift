import Testing
import VerificationCore

func gatewayInDoubt(_ bench: StoreBench) async throws {
    let rules = SendingRules(whenUnknown: .resend)
    let request = try bench.request()
    let first = try await bench.send(request, rules: rules)
    #expect(first.mayBeAt == nil)
    let busy = SendRecord.Outcome.waiting(.zero, reason: "busy")
    #expect(try await bench.record(busy, of: first, request, rules: rules, gateway: "a"))
    let second = try await bench.send(request, rules: rules)
    #expect(second.mayBeAt == nil, "nothing left through a gateway that was busy")
    let silent = SendRecord.Outcome.waitingAfterUnknown(.zero, reason: "silent")
    #expect(try await bench.record(silent, of: second, request, rules: rules, gateway: "b"))
    let third = try await bench.send(request, rules: rules, lease: .zero)
    #expect(third.mayBeAt == "b" && third.mayBeDuplicate)
    #expect(try await bench.record(busy, of: third, request, rules: rules, gateway: "b"))
    #expect(try await bench.send(request, rules: rules).mayBeAt == "b")

    // A worker died in its call: nobody knows at which gateway.
    let died = try bench.request(phone: "+491510002")
    let before = try await bench.send(died, rules: rules)
    #expect(try await bench.record(busy, of: before, died, rules: rules, gateway: "a"))
    _ = try await bench.send(died, rules: rules, lease: .zero, token: 7)
    let after = try await bench.send(died, rules: rules, token: 8)
    #expect(after.mayBeDuplicate && after.mayBeAt == nil)
    #expect(try await bench.send(died, rules: rules, token: 8).mayBeAt == nil)
    #expect(try await bench.report(died).messages.first?.gateway == nil)
}

func earlierMessages(_ bench: StoreBench) async throws {
    let rules = StoreBench.eager
    let (one, two, three) = (try bench.request(), try bench.request(), try bench.request())
    let first = try await bench.send(one, rules: rules)
    #expect(first.earlier == [])
    #expect(
        try await bench.record(
            .accepted(gatewayID: "7"), of: first, one, rules: rules, gateway: "a", reportsDelivery: true))
    let lost = DeliveryReceipt(gatewayID: "7", status: .undelivered, reason: "absent")
    _ = try await bench.store.noteAll([GatewayReceipt(gateway: "a", receipt: lost)])

    let missing = EarlierMessage(ordinal: 1, gateway: "a", status: .undelivered, hasID: true)
    let second = try await bench.send(two, rules: rules)
    #expect(second.message.ordinal == 2 && second.earlier == [missing])
    let busy = SendRecord.Outcome.waiting(.zero, reason: "busy")
    #expect(try await bench.record(busy, of: second, two, rules: rules, gateway: "b"))
    let again = try await bench.send(two, rules: rules)
    #expect(again.tries == 2 && again.earlier == [missing], "nothing has left, so the next try chooses as well")
    #expect(try await bench.record(.accepted(gatewayID: nil), of: again, two, rules: rules, gateway: "b"))

    let third = try await bench.send(three, rules: rules)
    #expect(third.earlier == [missing, EarlierMessage(ordinal: 2, gateway: "b", status: .accepted, hasID: false)])
    let silent = SendRecord.Outcome.waitingAfterUnknown(.zero, reason: "silent")
    #expect(try await bench.record(silent, of: third, three, rules: rules, gateway: "b"))
    let repeated = try await bench.send(three, rules: rules)
    #expect(repeated.mayBeDuplicate && repeated.earlier == [], "a message that may have left does not choose")
}

func callsAreKept(_ bench: StoreBench) async throws {
    let request = try bench.request()
    func call(_ number: Int) -> CallReport {
        CallReport(
            gateway: "g\(number)", outcome: CallReport.Outcome.allCases[number % 3], reason: "why-\"\(number)",
            endedAt: Timestamp(microseconds: 1_767_225_600_123_456 + Int64(number)), milliseconds: number)
    }
    let busy = SendRecord.Outcome.waiting(.zero, reason: "busy")
    let first = try await bench.send(request)
    #expect(try await bench.record(busy, of: first, request, calls: [call(0), call(1)]))
    #expect(try await bench.record(busy, of: first, request, calls: [call(0), call(1)]), "saved before")
    #expect(try await bench.report(request).messages.first?.calls == [call(0), call(1)])
    let second = try await bench.send(request)
    #expect(try await bench.record(busy, of: second, request, calls: (2..<CallReport.most).map(call)))
    #expect(try await bench.report(request).messages.first?.calls == (0..<CallReport.most).map(call))
    let third = try await bench.send(request)
    #expect(try await bench.record(busy, of: third, request, calls: [call(90)]))
    let fourth = try await bench.send(request)
    #expect(try await bench.record(.accepted(gatewayID: nil), of: fourth, request))
    let kept = try #require(try await bench.report(request).messages.first).calls
    #expect(kept == (1..<CallReport.most).map(call) + [call(90)], "the newest stay")

    let usual = try await bench.verification(phone: "+491510002")
    #expect(try await bench.report(usual).messages.first?.calls == [])
}
