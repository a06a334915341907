import GatewayKit
import TestSupport
import Testing

extension HTTPGatewayPromise {
    /// Proves the promise on a gateway with a provider of its own.
    ///
    /// A gateway that breaks it gets issues of Swift Testing.
    public func prove(for script: some ProviderScript) async throws {
        try await HTTPGatewayHarness.with(script) { harness in
            switch self {
            case .readsRetryAfter: await proveReadsRetryAfter(harness)
            case .proxyAnswerIsUnknown: await proveProxyAnswerIsUnknown(harness)
            case .redirectIsNotFollowed: try await proveRedirectIsNotFollowed(harness)
            case .unreadableSuccessIsKept: await proveUnreadableSuccessIsKept(harness)
            case .longAnswerIsCut: await expectKept(after: .longBody(10_000_000), harness)
            case .drippingHeadIsUnknown: await proveDrippingHeadIsUnknown(harness)
            case .drippingBodyIsKept: await proveDrippingBodyIsKept(harness)
            case .nobodyListens: try await proveNobodyListens(harness)
            case .cutRequest: try await proveCutRequest(harness)
            case .cutAnswer: try await proveCutAnswer(harness)
            case .noTLS: try await proveNoTLS(harness)
            case .silentHandshake: try await proveSilentHandshake(harness)
            case .noTime: await proveNoTime(harness)
            case .cancelledBefore: await proveCancelledBefore(harness)
            case .earlyAnswer: await proveEarlyAnswer(harness)
            case .connectionsAreUsedAgain: await proveConnectionsAreUsedAgain(harness)
            }
        }
    }
}

/// Long enough for a busy machine, and never reached by a gateway that works.
private let patience = Duration.seconds(40)

private func proveReadsRetryAfter(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    harness.provider.answer(.json(429, "{}", headers: ["retry-after: 17"]))
    #expect(await harness.send() == .throttled(after: .seconds(17)))
    harness.provider.answer(.json(429, "{}"))
    #expect(await harness.send() == .throttled(after: nil))
}

/// The proxy may have handed the message on before: then the provider has sent it.
private func proveProxyAnswerIsUnknown(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    for status in [408, 409, 425, 499, 500, 502, 503, 504] {
        harness.provider.answer(.whole(status, "<html>Upstream</html>", type: "text/html"))
        let outcome = await harness.send()
        guard case .unknown = outcome else {
            Issue.record("\(status) is not unknown but \(outcome)")
            continue
        }
    }
}

private func proveRedirectIsNotFollowed(_ harness: HTTPGatewayHarness<some ProviderScript>) async throws {
    let target = try await ProviderStandIn.start()
    for status in [301, 302, 303, 307, 308] {
        harness.provider.answer(.json(status, "", headers: ["location: \(target.url)"]))
        switch await harness.send() {
        case .refused(_, .byThisGateway), .unknown: break
        case .accepted, .throttled, .refused(_, .forNow), .refused(_, .byEveryGateway):
            Issue.record("\(status) is neither refused nor unknown")
        }
    }
    #expect(target.connections == 0)
    try await target.stop()
}

private func proveUnreadableSuccessIsKept(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    let answers: [StandInAnswer] = [
        .json(200, ""), .whole(200, "<html>fine</html>", type: "text/html"), .json(200, "[]"), .json(200, "null"),
        .bytes("HTTP/1.1 204 No Content\r\n\r\n"),
        // Closed in the middle of its body.
        .lastBytes("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"id\":"),
    ]
    for answer in answers { await expectKept(after: answer, harness) }
}

private func proveDrippingHeadIsUnknown(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    harness.provider.answer(.drip("HTTP/1.1 200 OK\r\nx: ", every: .milliseconds(20)))
    await expectInTime(harness) { if case .unknown = $0 { true } else { false } }
}

private func proveDrippingBodyIsKept(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    harness.provider.answer(.drip("HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n", every: .milliseconds(20)))
    await expectInTime(harness) { $0.isKept }
}

private func proveNobodyListens(_ harness: HTTPGatewayHarness<some ProviderScript>) async throws {
    try await harness.provider.stop()
    expectNotSent(await harness.send())
}

/// Every fifth octet: the head and the body of each provider's request are cut in many places.
///
/// A gateway that has not written a body yet may also know that the message has not left.
private func proveCutRequest(_ harness: HTTPGatewayHarness<some ProviderScript>) async throws {
    _ = await harness.send()
    let request = try #require(harness.provider.requests.first)
    let (octets, head) = (request.octets, request.octets - request.body.count)
    let listener = try await CuttingListener.start()
    let gateway = try harness.script.gateway(at: "http://127.0.0.1:\(listener.port)/sms")
    for place in stride(from: 1, to: octets, by: 5) {
        listener.cut(after: place)
        let outcome = await gateway.send(.sample(), deadline: patience)
        if case .unknown = outcome { continue }
        if case .refused(_, .forNow) = outcome, place < head { continue }
        Issue.record("not unknown after \(place) of \(octets) octets but \(outcome)")
    }
    await harness.script.end(gateway)
    try await listener.stop()
}

private func proveCutAnswer(_ harness: HTTPGatewayHarness<some ProviderScript>) async throws {
    _ = await harness.send()
    let request = try #require(harness.provider.requests.first)
    guard case .bytes(let answer) = harness.script.answer(.accepts, to: request) else { return }
    for place in 0...answer.utf8.count {
        await expectKept(after: .lastBytes(String(decoding: answer.utf8.prefix(place), as: UTF8.self)), harness)
    }
}

private func proveNoTLS(_ harness: HTTPGatewayHarness<some ProviderScript>) async throws {
    let gateway = try harness.script.gateway(at: "https://127.0.0.1:\(harness.provider.port)/sms")
    expectNotSent(await gateway.send(.sample(), deadline: patience))
    #expect(harness.provider.requests.isEmpty)
    await harness.script.end(gateway)
}

private func proveSilentHandshake(_ harness: HTTPGatewayHarness<some ProviderScript>) async throws {
    let deaf = try await DeafListener.start()
    let gateway = try harness.script.gateway(at: "https://127.0.0.1:\(deaf.port)/sms")
    await withTimeEnough([.seconds(1), .seconds(10)]) { deadline in
        let started = ContinuousClock.now
        let outcome = await gateway.send(.sample(), deadline: deadline)
        expectNotSent(outcome)
        return ContinuousClock.now - started < deadline * 2
    }
    await harness.script.end(gateway)
    try await deaf.stop()
}

private func proveNoTime(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    expectNotSent(await harness.gateway.send(.sample(), deadline: .zero))
}

private func proveCancelledBefore(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await harness.gateway.send(.sample(), deadline: .seconds(600))
    }
    expectNotSent(await call.value)
    #expect(harness.provider.connections == 0)
}

/// An answer that overtakes its request, and a connection that ends right then, have brought down an HTTP client's pool
/// and its process.
private func proveEarlyAnswer(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    harness.provider.answer(.early("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"))
    await withDiscardingTaskGroup { group in
        for number in 1...100 {
            group.addTask {
                let outcome = await harness.gateway.send(.sample(number), deadline: patience)
                if case .refused(_, .forNow) = outcome { return }
                #expect(outcome.isKept, "\(outcome)")
            }
        }
    }
}

/// Not exactly one: a call may come before the pool has heard that the last one is over.
private func proveConnectionsAreUsedAgain(_ harness: HTTPGatewayHarness<some ProviderScript>) async {
    for number in 1...20 { _ = await harness.gateway.send(.sample(number), deadline: patience) }
    #expect(harness.provider.requests.count == 20 && harness.provider.connections < 10)
}

/// Expects that the message did not leave, for a fault that passes; how the gateway calls the fault is its own affair.
private func expectNotSent(_ outcome: SendOutcome) {
    guard case .refused(let reason, .forNow) = outcome else {
        Issue.record("not refused for now but \(outcome)")
        return
    }
    expectSafe(reason)
}

private func expectKept(after answer: StandInAnswer, _ harness: HTTPGatewayHarness<some ProviderScript>) async {
    harness.provider.answer(answer)
    let outcome = await harness.send()
    #expect(outcome.isKept, "\(answer): \(outcome)")
}

/// Expects it of one of two calls, the second of which has more time: on a busy machine the deadline may come before
/// the provider has said what it says.
private func expectInTime(
    _ harness: HTTPGatewayHarness<some ProviderScript>, _ isRight: (SendOutcome) -> Bool
) async {
    await withTimeEnough([.seconds(2), .seconds(10)]) { deadline in
        let started = ContinuousClock.now
        let outcome = await harness.gateway.send(.sample(), deadline: deadline)
        return isRight(outcome) && ContinuousClock.now - started < deadline * 2
    }
}

extension HTTPGatewayHarness {
    fileprivate func send() async -> SendOutcome { await gateway.send(.sample(), deadline: patience) }
}

extension SendOutcome {
    /// Whether the worker never sends the message again because of it.
    fileprivate var isKept: Bool {
        switch self {
        case .accepted, .unknown: true
        case .refused, .throttled: false
        }
    }
}
