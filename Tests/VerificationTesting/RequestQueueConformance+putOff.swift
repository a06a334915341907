import Testing
import VerificationCore

func countsPutOffs(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    try await queue.publisher.publish(try #require(.sample(1)), context: nil)
    let pause = queue.retrySchedule.steps[0]
    let life: [(settlement: Settlement, putOffs: Int)] = [
        (.putOff(for: pause, because: "locked"), 0), (.putOff(for: pause, because: "gateways-away"), 1),
        (.retry(after: pause, because: "refused"), 2), (.putOff(for: pause, because: "locked"), 0),
        (.deadLetter(DeadLetter(.unknownApp)), 1),
    ]
    for step in life {
        let delivery = try #require(await reader.next())
        #expect(delivery.properties.putOffs == step.putOffs)
        await inbox.settle(delivery, as: step.settlement)
        await queue.elapse(pause)
    }
    #expect(try await queue.nextDead().firstError == ErrorCode("locked"))
    await queue.close(inbox)
}
