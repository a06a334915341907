import Testing
import VerificationCore

func pausedInboxWaits(_ queue: some RequestQueueHarness) async throws {
    let (paused, other) = (try await queue.openInbox(), try await queue.openInbox())
    var (pausedReader, otherReader) = (DeliveryReader(paused), DeliveryReader(other))
    await untilPaused(paused)
    for number in 1...3 { try await publish(number, on: queue) }
    for number in 1...3 {
        let delivery = try #require(await otherReader.next())
        try expect(delivery, number)
        await other.settle(delivery, as: .acknowledge())
    }

    await untilPaused(other)
    // A second cause holds it paused.
    paused.pause(for: .store)
    paused.resume(for: .order)
    #expect(paused.isPaused)
    paused.resume(for: .store)
    #expect(!paused.isPaused)
    try await publish(4, on: queue)
    let held = try #require(await pausedReader.next())
    try expect(held, 4)
    await untilPaused(paused)
    await paused.settle(held, as: .acknowledge())

    await paused.stopTaking()
    paused.resume(for: .order)
    #expect(await pausedReader.next() == nil, "what is stopped cannot be resumed")
    try await publish(5, on: queue)
    other.resume(for: .order)
    let last = try #require(await otherReader.next())
    try expect(last, 5)
    await other.settle(last, as: .acknowledge())
    await queue.close(paused)
    await queue.close(other)
}

private func publish(_ number: Int, on queue: some RequestQueueHarness) async throws {
    try await queue.publisher.publish(try #require(.sample(number)), context: nil)
}

private func expect(_ delivery: JobDelivery, _ number: Int) throws {
    #expect(try RequestCodec.decode(delivery, phones: FakePhoneNumberParser()) == .sample(number))
}

private func untilPaused(_ inbox: any JobInbox) async {
    inbox.pause(for: .order)
    while !inbox.isPaused { await Task.yield() }
}
