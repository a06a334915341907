import GatewayKit
import TestSupport
import Testing

extension GatewayPromise {
    /// Proves the promise on one gateway, which is used for nothing else meanwhile.
    ///
    /// A gateway that breaks it gets issues of Swift Testing.
    public func prove(on harness: some GatewayHarness) async throws {
        switch self {
        case .acceptedArrivesOnce: try await proveAcceptedArrivesOnce(harness)
        case .sameIDInEveryTry: try await proveSameIDInEveryTry(harness)
        case .manyAtOnce: try await proveManyAtOnce(harness)
        case .refusalIsFinal: try await proveRefusalIsFinal(harness)
        case .passingFaultMayBeRetried: try await provePassingFaultMayBeRetried(harness)
        case .busyIsThrottled: try await proveBusyIsThrottled(harness)
        case .silenceIsUnknown: try await proveSilenceIsUnknown(harness)
        case .lostAnswerIsUnknown: try await proveLostAnswerIsUnknown(harness)
        case .cancelledIsUnknown: try await proveCancelledIsUnknown(harness)
        case .hasName: proveHasName(harness)
        }
    }
}

/// Long enough for a busy machine, and never reached by a gateway that works.
private let patience = Duration.seconds(40)

private func proveAcceptedArrivesOnce(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.accepts)
    let message = OutgoingMessage.sample(1, text: "رمزك هو 561001. 🎉 \"a\\b\"\n@example.com #561001")
    let outcome = await harness.gateway.send(message, deadline: patience)
    guard case .accepted = outcome else {
        Issue.record("not accepted but \(outcome)")
        return
    }
    try await expectArrivals([message], at: harness)
}

private func proveSameIDInEveryTry(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.accepts)
    _ = await harness.gateway.send(.sample(1), deadline: patience)
    _ = await harness.gateway.send(.sample(1, mayBeDuplicate: true), deadline: patience)
    let ids = Set(try await harness.arrived().map(\.id))
    #expect(ids == [OutgoingMessage.sample(1).id.description] || ids == [nil])
}

private func proveManyAtOnce(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.accepts)
    let messages = (1...100).map { OutgoingMessage.sample($0) }
    let gateway = harness.gateway
    let ids = await withTaskGroup(of: SendOutcome.self, returning: [String?].self) { group in
        for message in messages { group.addTask { await gateway.send(message, deadline: patience) } }
        return await group.reduce(into: []) { ids, outcome in
            guard case .accepted(let id) = outcome else {
                Issue.record("not accepted but \(outcome)")
                return
            }
            ids.append(id)
        }
    }
    #expect(ids.count == 100)
    #expect(Set(ids.compactMap(\.self)).count == ids.compactMap(\.self).count)
    let arrived = try await harness.arrived()
    #expect(arrived.count == 100)
    let hasID = arrived.first?.id != nil
    #expect(Set(arrived) == Set(messages.map { ProviderArrival($0, hasID: hasID) }))
}

private func proveRefusalIsFinal(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.refusesForGood)
    let outcome = await harness.gateway.send(.sample(), deadline: patience)
    guard case .refused(let reason, let refusal) = outcome, refusal != .forNow else {
        Issue.record("not refused for good but \(outcome)")
        return
    }
    expectSafe(reason)
}

private func provePassingFaultMayBeRetried(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.refusesForNow)
    switch await harness.gateway.send(.sample(), deadline: patience) {
    case .refused(let reason, .forNow): expectSafe(reason)
    case .throttled: break
    case let outcome:
        Issue.record("neither refused for now nor throttled but \(outcome)")
        return
    }
    try await harness.behave(.accepts)
    guard case .accepted = await harness.gateway.send(.sample(), deadline: patience) else {
        Issue.record("a fault that has passed still counts")
        return
    }
}

private func proveBusyIsThrottled(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.isBusy)
    let outcome = await harness.gateway.send(.sample(), deadline: patience)
    guard case .throttled = outcome else {
        Issue.record("not throttled but \(outcome)")
        return
    }
}

private func proveSilenceIsUnknown(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.staysSilent)
    // A gateway that had no time to reach the provider sends nothing, and its outcome says so.
    try await withTimeEnough([.seconds(2), .seconds(10)]) { deadline in
        let started = ContinuousClock.now
        let outcome = await harness.gateway.send(.sample(), deadline: deadline)
        let late = ContinuousClock.now - started - deadline
        if case .refused(_, .forNow) = outcome { return false }
        expectUnknown(outcome)
        try await harness.arrivals(atLeast: 1)
        return late < deadline
    }
}

private func proveLostAnswerIsUnknown(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.losesItsAnswer)
    expectUnknown(await harness.gateway.send(.sample(1), deadline: patience))
    try await harness.behave(.accepts)
    _ = await harness.gateway.send(.sample(2), deadline: patience)
    try await expectArrivals([.sample(1), .sample(2)], at: harness)
}

private func proveCancelledIsUnknown(_ harness: some GatewayHarness) async throws {
    try await harness.behave(.staysSilent)
    let gateway = harness.gateway
    let call = Task { await gateway.send(.sample(), deadline: .seconds(600)) }
    try await harness.arrivals(atLeast: 1)
    call.cancel()
    expectUnknown(await call.value)
}

private func proveHasName(_ harness: some GatewayHarness) {
    let name = harness.gateway.name
    #expect(!name.isEmpty && name.utf8.count <= 40)
    #expect(name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
    #expect(harness.gateway.name == name)
}

private func expectArrivals(_ messages: [OutgoingMessage], at harness: some GatewayHarness) async throws {
    let arrived = try await harness.arrived()
    let hasID = arrived.first?.id != nil
    #expect(arrived == messages.map { ProviderArrival($0, hasID: hasID) })
}

private func expectUnknown(_ outcome: SendOutcome) {
    guard case .unknown(let reason) = outcome else {
        Issue.record("not unknown but \(outcome)")
        return
    }
    expectSafe(reason)
}

/// Expects a reason that may be stored, logged and counted: a word or two, and nothing of the message.
func expectSafe(_ reason: String) {
    #expect(!reason.isEmpty && reason.utf8.count <= 40)
    #expect(reason.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
    #expect(!reason.contains("561"))
}
