import Testing
import VerificationCore

/// What every request queue promises; a script for each case proves it.
package enum RequestQueuePromise: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case arrivesAsItWasPublished = "a request arrives as it was published, once, and is gone when acknowledged"
    case unsettledComesBack = "what a dead worker had not settled comes back"
    case settlingForADeadWorkerChangesNothing = "a settlement after the worker's death changes nothing"
    case comesBackFromARetryQueue = "a request comes back from a retry queue and can still be answered"
    case countsPutOffs = "a request knows how often it was put off since its last try"
    case deadEndsWithItsReason = "a dead letter is kept with its reason, and does not come back"
    case deadTellsFirstAndLastError = "a dead letter tells the first error and the last, whatever came between"
    case strangersAreDeadLettered = "whatever is no request is dead-lettered at first sight, with the reason"
    case answersReachTheirCallers = "each of twenty callers gets its own answer"
    case silenceIsNil = "a caller whom nobody answers gets nil in time, and a late answer disturbs nobody"
    case stoppedInboxSettles = "a stopped inbox ends, gets nothing new, and still settles what it has"
    case pausedInboxWaits =
        "a paused inbox gets nothing and settles what it has, and gets requests again when it is resumed"
    case foreignDeliveryStays = "an inbox leaves another inbox's delivery alone"
    case givenBackIsAnothers = "what a stopping worker gives back is another's at once"
    case manyPublishers = "a hundred publishers at once lose nothing and double nothing"

    package var testDescription: String { rawValue }
}

/// Proves a promise on a queue, which must be empty.
package func exerciseRequestQueue(
    _ promise: RequestQueuePromise, on queue: some RequestQueueHarness
) async throws {
    switch promise {
    case .arrivesAsItWasPublished: try await arrivesAsItWasPublished(queue)
    case .unsettledComesBack: try await unsettledComesBack(queue)
    case .settlingForADeadWorkerChangesNothing: try await settlingForADeadWorkerChangesNothing(queue)
    case .comesBackFromARetryQueue: try await comesBackFromARetryQueue(queue)
    case .countsPutOffs: try await countsPutOffs(queue)
    case .deadEndsWithItsReason: try await deadEndsWithItsReason(queue)
    case .deadTellsFirstAndLastError: try await deadTellsFirstAndLastError(queue)
    case .strangersAreDeadLettered: try await strangersAreDeadLettered(queue)
    case .answersReachTheirCallers: try await answersReachTheirCallers(queue)
    case .silenceIsNil: try await silenceIsNil(queue)
    case .stoppedInboxSettles: try await stoppedInboxSettles(queue)
    case .pausedInboxWaits: try await pausedInboxWaits(queue)
    case .foreignDeliveryStays: try await foreignDeliveryStays(queue)
    case .givenBackIsAnothers: try await givenBackIsAnothers(queue)
    case .manyPublishers: try await manyPublishers(queue)
    }
}

/// Long enough for a busy machine, and never reached by a queue that works.
private let patience = Duration.seconds(40)

private func arrivesAsItWasPublished(_ queue: some RequestQueueHarness) async throws {
    let requests = [try #require(VerificationRequest.sample(1)), try #require(VerificationRequest.sample(2))]
    let context = try #require(
        TraceContext(
            traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "rojo=1,b=2"))
    for request in requests { try await queue.publisher.publish(request, context: context) }

    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    for request in requests {
        let delivery = try #require(await reader.next())
        #expect(try RequestCodec.decode(delivery, phones: FakePhoneNumberParser()) == request)
        #expect(delivery.properties.context == context)
        #expect(!delivery.properties.wantsAnswer)
        await inbox.settle(delivery, as: .acknowledge())
    }
    await queue.close(inbox)

    try await expectNext(VerificationRequest.sample(3), published: true, on: queue)
}

private func unsettledComesBack(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    try await queue.publisher.publish(try #require(.sample(1)), context: nil)
    _ = try #require(await reader.next())
    await queue.crash(inbox)

    try await expectNext(VerificationRequest.sample(1), published: false, on: queue)
}

private func foreignDeliveryStays(_ queue: some RequestQueueHarness) async throws {
    let owner = try await queue.openInbox()
    var reader = DeliveryReader(owner)
    try await queue.publisher.publish(try #require(.sample(1)), context: nil)
    let delivery = try #require(await reader.next())
    // At the broker each inbox numbers its own deliveries, so the first delivery of `other` would have the same number.
    let other = try await queue.openInbox()
    for settlement in [
        Settlement.acknowledge(), .retry(after: queue.retrySchedule.steps[0]), .deadLetter(DeadLetter(.notJSON)),
    ] {
        await other.settle(delivery, as: settlement)
    }
    await other.settle(delivery, as: .giveBack)
    await queue.close(other)
    await queue.crash(owner)

    try await expectNext(VerificationRequest.sample(1), published: false, on: queue)
    #expect(try await queue.deadLetters.count() == 0)
}

private func givenBackIsAnothers(_ queue: some RequestQueueHarness) async throws {
    let stopping = try await queue.openInbox()
    var reader = DeliveryReader(stopping)
    try await queue.publisher.publish(try #require(.sample(1)), context: nil)
    let delivery = try #require(await reader.next())
    await stopping.stopTaking()
    await stopping.settle(delivery, as: .giveBack)

    // The other worker gets the request although the stopping worker still has its connection.
    try await expectNext(VerificationRequest.sample(1), published: false, on: queue)
    await stopping.settle(delivery, as: .acknowledge())
    await queue.close(stopping)
}

private func settlingForADeadWorkerChangesNothing(_ queue: some RequestQueueHarness) async throws {
    for settlement in [
        Settlement.acknowledge(), .retry(after: queue.retrySchedule.steps[0]), .deadLetter(DeadLetter(.notJSON)),
    ] {
        let inbox = try await queue.openInbox()
        var reader = DeliveryReader(inbox)
        try await queue.publisher.publish(try #require(.sample(1)), context: nil)
        let delivery = try #require(await reader.next())
        await queue.crash(inbox)
        await inbox.settle(delivery, as: settlement)
        await queue.elapse(queue.retrySchedule.steps[0])

        try await expectNext(VerificationRequest.sample(1), published: false, on: queue)
    }
    try await expectNext(VerificationRequest.sample(2), published: true, on: queue)
}

private func comesBackFromARetryQueue(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let request = try #require(VerificationRequest.sample(1))
    async let answer = queue.publisher.publish(request, context: nil, answerWithin: patience)

    let step = queue.retrySchedule.steps[0]
    let first = try #require(await reader.next())
    await inbox.settle(first, as: .retry(after: step))
    await queue.elapse(step)
    let second = try #require(await reader.next())
    #expect(second.body == first.body)
    #expect(second.properties == first.properties)

    await inbox.settle(second, as: .acknowledge(.failed(reason: "proof")))
    #expect(try await answer == .failed(reason: "proof"))
    await queue.close(inbox)
}

private func deadEndsWithItsReason(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    for letter in [DeadLetter(.outOfTries, detail: "throttled"), DeadLetter(.unknownApp)] {
        try await queue.publisher.publish(try #require(.sample(1)), context: nil)
        await inbox.settle(try #require(await reader.next()), as: .deadLetter(letter))
        #expect(try await queue.nextDead().letter == letter)
    }
    await queue.close(inbox)
    try await expectNext(VerificationRequest.sample(2), published: true, on: queue)
}

private func deadTellsFirstAndLastError(_ queue: some RequestQueueHarness) async throws {
    let step = queue.retrySchedule.steps[0]
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let lives: [(errors: [String?], letter: DeadLetter, first: String, last: String)] = [
        ([nil, "refused", "status-503"], DeadLetter(.outOfTries, detail: "throttled"), "refused", "throttled"),
        ([nil], DeadLetter(.internalError, detail: "row unreadable"), "row unreadable", "row unreadable"),
        ([], DeadLetter(.unknownApp), "unknown-app", "unknown-app"),
        (
            [String(repeating: "ü\n", count: 400)], DeadLetter(.unknownApp), String(repeating: "?", count: 100),
            "unknown-app"
        ),
    ]
    for life in lives {
        try await queue.publisher.publish(try #require(.sample(1)), context: nil)
        for error in life.errors {
            await inbox.settle(try #require(await reader.next()), as: .retry(after: step, because: error))
            await queue.elapse(step)
        }
        await inbox.settle(try #require(await reader.next()), as: .deadLetter(life.letter))
        let dead = try await queue.nextDead()
        #expect(dead.letter == life.letter)
        #expect(dead.firstError.description == life.first && dead.lastError.description == life.last)
    }
    await queue.close(inbox)
}

private func strangersAreDeadLettered(_ queue: some RequestQueueHarness) async throws {
    let good = RequestCodec.encode(try #require(.sample(1)))
    let ours = RequestCodec.messageType
    let json = RequestCodec.contentType
    let strangers: [(body: [UInt8], type: String?, contentType: String?, reason: DeadLetter.Reason)] = [
        ([], ours, json, .notJSON),
        ((0..<500).map { _ in .random(in: 0x80...0xFF) }, ours, json, .notJSON),
        (good.dropLast(5), ours, json, .notJSON),
        (Array("[1,2]".utf8), ours, json, .notJSON),
        (Array(#"{"hello":"world"}"#.utf8), ours, json, .invalidMember),
        (good, "verification.request.v2", json, .unknownType),
        (good, nil, nil, .unknownType),
        (good, ours, "text/plain", .wrongContentType),
        ([UInt8](repeating: 0x20, count: RequestCodec.largestBody + 1), ours, json, .tooLarge),
        ([UInt8](repeating: 0x20, count: 1_000_000), ours, json, .tooLarge),
    ]
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    for stranger in strangers {
        try await queue.put(stranger.body, type: stranger.type, contentType: stranger.contentType)
        let delivery = try #require(await reader.next())
        let letter = try #require(throws: DeadLetter.self) {
            try RequestCodec.decode(delivery, phones: FakePhoneNumberParser())
        }
        #expect(letter.reason == stranger.reason)
        await inbox.settle(delivery, as: .deadLetter(letter))
        #expect(try await queue.nextDead().letter == letter)
    }
    await queue.close(inbox)
}

private func answersReachTheirCallers(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    try await withThrowingTaskGroup { callers in
        for number in 1...20 {
            let request = try #require(VerificationRequest.sample(number))
            callers.addTask {
                let answer = try await queue.publisher.publish(request, context: nil, answerWithin: patience)
                #expect(answer == .failed(reason: request.id.description))
            }
        }
        var deliveries: [JobDelivery] = []
        for _ in 1...20 { deliveries.append(try #require(await reader.next())) }
        for delivery in deliveries.reversed() {
            #expect(delivery.properties.wantsAnswer)
            let request = try RequestCodec.decode(delivery, phones: FakePhoneNumberParser())
            await inbox.settle(delivery, as: .acknowledge(.failed(reason: request.id.description)))
        }
        try await callers.waitForAll()
    }
    await queue.close(inbox)
}

private func silenceIsNil(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let begin = ContinuousClock.now
    let silence = try await queue.publisher.publish(
        try #require(.sample(1)), context: nil, answerWithin: .milliseconds(300))
    let waited = ContinuousClock.now - begin
    #expect(silence == nil)
    #expect(waited >= .milliseconds(300) && waited < patience)

    let late = try #require(await reader.next())
    await inbox.settle(late, as: .acknowledge(.expired))

    async let answer = queue.publisher.publish(
        try #require(.sample(2)), context: nil, answerWithin: patience)
    let next = try #require(await reader.next())
    await inbox.settle(next, as: .acknowledge(.failed(reason: "in time")))
    #expect(try await answer == .failed(reason: "in time"))
    await queue.close(inbox)
}

private func stoppedInboxSettles(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    try await queue.publisher.publish(try #require(.sample(1)), context: nil)
    let held = try #require(await reader.next())
    await inbox.stopTaking()
    #expect(await reader.next() == nil)

    try await queue.publisher.publish(try #require(.sample(2)), context: nil)
    await inbox.settle(held, as: .acknowledge())
    await queue.close(inbox)
    try await expectNext(VerificationRequest.sample(2), published: false, on: queue)
}

private func manyPublishers(_ queue: some RequestQueueHarness) async throws {
    let requests = try (1...100).map { try #require(VerificationRequest.sample($0)) }
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    try await withThrowingTaskGroup { publishers in
        for request in requests {
            publishers.addTask { try await queue.publisher.publish(request, context: nil) }
        }
        try await publishers.waitForAll()
    }
    var arrived: [VerificationID] = []
    for _ in requests {
        let delivery = try #require(await reader.next())
        arrived.append(try RequestCodec.decode(delivery, phones: FakePhoneNumberParser()).id)
        await inbox.settle(delivery, as: .acknowledge())
    }
    #expect(arrived.sorted() == requests.map(\.id).sorted())
    await queue.close(inbox)
    try await expectNext(VerificationRequest.sample(101), published: true, on: queue)
}

/// Expects that a new worker gets `request` next, and takes it off the queue; publishes it before if `published`.
private func expectNext(
    _ request: VerificationRequest?, published: Bool, on queue: some RequestQueueHarness
) async throws {
    let request = try #require(request)
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    if published { try await queue.publisher.publish(request, context: nil) }
    let delivery = try #require(await reader.next())
    #expect(try RequestCodec.decode(delivery, phones: FakePhoneNumberParser()).id == request.id)
    await inbox.settle(delivery, as: .acknowledge())
    await queue.close(inbox)
}
