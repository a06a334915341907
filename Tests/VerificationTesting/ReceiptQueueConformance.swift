import Testing
import VerificationCore

/// What every queue of receipts promises; a script for each case proves it.
package enum ReceiptQueuePromise: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case arriveAsTheyWerePublished = "receipts arrive as they were published, and are gone when acknowledged"
    case manyTakeSeveralMessages = "a thousand receipts of a single call all arrive, in their order"
    case unsettledComesBack = "what a dead worker had not settled comes back"
    case givenBackIsAnothers = "what a stopping worker gives back is another's at once"
    case strangersAreDeadLettered = "a dead letter is in its queue with its reason, and does not come back"
    case restIsDeadLettered = "when a part of a message is dead-lettered, only that part is among the dead letters"
    case foreignDeliveryStays = "an inbox leaves another inbox's delivery alone"

    package var testDescription: String { rawValue }
}

/// Proves a promise on a queue, which must be empty.
package func exerciseReceiptQueue(_ promise: ReceiptQueuePromise, on queue: some JobQueueHarness) async throws {
    switch promise {
    case .arriveAsTheyWerePublished: try await arriveAsTheyWerePublished(queue)
    case .manyTakeSeveralMessages: try await manyTakeSeveralMessages(queue)
    case .unsettledComesBack: try await unsettledComesBack(queue)
    case .givenBackIsAnothers: try await givenBackIsAnothers(queue)
    case .strangersAreDeadLettered: try await strangersAreDeadLettered(queue)
    case .restIsDeadLettered: try await restIsDeadLettered(queue)
    case .foreignDeliveryStays: try await foreignDeliveryStays(queue)
    }
}

extension GatewayReceipt {
    /// The receipt number `number` of the gateway `main`.
    package static func sample(_ number: Int, _ status: DeliveryStatus = .delivered) -> GatewayReceipt {
        GatewayReceipt(
            gateway: "main",
            receipt: DeliveryReceipt(
                gatewayID: "id-\(number)", status: status, reason: status == .delivered ? nil : "error-\(number)"))
    }
}

private func arriveAsTheyWerePublished(_ queue: some JobQueueHarness) async throws {
    let calls = [[GatewayReceipt.sample(1)], [.sample(2, .undelivered), .sample(3, .queued)]]
    for call in calls { try await queue.publisher.publish(call) }
    // A call that tells nothing puts nothing on the queue.
    try await queue.publisher.publish([])
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    for call in calls {
        let delivery = try #require(await reader.next())
        #expect(try ReceiptCodec.decode(delivery).receipts == call)
        await inbox.settle(delivery, as: .acknowledge())
    }
    try await expectNothingBefore(.sample(9), queue, &reader, inbox)
}

private func manyTakeSeveralMessages(_ queue: some JobQueueHarness) async throws {
    let receipts = (1...1_000).map { GatewayReceipt.sample($0) }
    try await queue.publisher.publish(receipts)
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    var arrived: [GatewayReceipt] = []
    while arrived.count < receipts.count {
        let delivery = try #require(await reader.next())
        arrived += try ReceiptCodec.decode(delivery).receipts
        await inbox.settle(delivery, as: .acknowledge())
    }
    #expect(arrived == receipts)
}

private func unsettledComesBack(_ queue: some JobQueueHarness) async throws {
    try await queue.publisher.publish([.sample(1)])
    let first = try await queue.openInbox()
    var reader = DeliveryReader(first)
    let lost = try #require(await reader.next())
    await queue.crash(first)
    // A settlement after the worker's death changes nothing.
    await first.settle(lost, as: .acknowledge())
    try await expectNext([.sample(1)], queue)
}

private func givenBackIsAnothers(_ queue: some JobQueueHarness) async throws {
    try await queue.publisher.publish([.sample(1)])
    let first = try await queue.openInbox()
    var reader = DeliveryReader(first)
    let delivery = try #require(await reader.next())
    await first.stopTaking()
    #expect(await reader.next() == nil)
    await first.settle(delivery, as: .giveBack)
    try await expectNext([.sample(1)], queue)
}

private func strangersAreDeadLettered(_ queue: some JobQueueHarness) async throws {
    try await queue.put(Array("no JSON".utf8), type: ReceiptCodec.messageType, contentType: nil)
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let delivery = try #require(await reader.next())
    let letter = try #require(throws: DeadLetter.self) { _ = try ReceiptCodec.decode(delivery) }
    await inbox.settle(delivery, as: .deadLetter(letter))
    let dead = try await queue.nextDead()
    #expect(dead.letter == letter && dead.letter.reason == .notJSON && dead.body == Array("no JSON".utf8))
    try await expectNothingBefore(.sample(9), queue, &reader, inbox)
}

private func restIsDeadLettered(_ queue: some JobQueueHarness) async throws {
    try await queue.publisher.publish([.sample(1), .sample(2)])
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let rest = ReceiptCodec.bodies(of: [.sample(2)])[0]
    let letter = DeadLetter(.invalidMember, detail: "status: malformed")
    await inbox.settle(try #require(await reader.next()), as: .deadLetter(letter, body: rest))
    let dead = try await queue.nextDead()
    #expect(dead.letter == letter && dead.body == rest)
    try await expectNothingBefore(.sample(9), queue, &reader, inbox)
}

private func foreignDeliveryStays(_ queue: some JobQueueHarness) async throws {
    let (mine, other) = (try await queue.openInbox(), try await queue.openInbox())
    try await queue.publisher.publish([.sample(1)])
    try await queue.publisher.publish([.sample(2)])
    var (myReader, otherReader) = (DeliveryReader(mine), DeliveryReader(other))
    let (delivery, foreign) = (try #require(await myReader.next()), try #require(await otherReader.next()))
    await mine.settle(foreign, as: .acknowledge())
    await other.settle(delivery, as: .giveBack)
    await queue.crash(mine)
    await queue.crash(other)
    var left: Set<GatewayReceipt> = []
    let third = try await queue.openInbox()
    var reader = DeliveryReader(third)
    while left.count < 2 {
        let delivery = try #require(await reader.next())
        left.formUnion(try ReceiptCodec.decode(delivery).receipts)
        // Otherwise an inbox that takes one message at a time has no next.
        await third.settle(delivery, as: .acknowledge())
    }
    #expect(left == [.sample(1), .sample(2)])
}

private func expectNext(_ receipts: [GatewayReceipt], _ queue: some JobQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let delivery = try #require(await reader.next())
    #expect(try ReceiptCodec.decode(delivery).receipts == receipts)
    await inbox.settle(delivery, as: .acknowledge())
}

/// Shows that nothing was left on the queue: the next message is one that is published only now.
private func expectNothingBefore(
    _ receipt: GatewayReceipt, _ queue: some JobQueueHarness, _ reader: inout DeliveryReader,
    _ inbox: any JobInbox
) async throws {
    try await queue.publisher.publish([receipt])
    let delivery = try #require(await reader.next())
    #expect(try ReceiptCodec.decode(delivery).receipts == [receipt])
    await inbox.settle(delivery, as: .acknowledge())
}
