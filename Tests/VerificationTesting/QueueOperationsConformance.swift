import Testing
import VerificationCore

/// What every queue promises an operator through the two ports; a script for each case proves it.
package enum QueueOperationsPromise: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case overviewShowsRequests = "the overview shows the requests that wait, and the workers that take them"
    case overviewShowsDead = "the overview begins with the queue of requests and ends with the dead-letter queue"
    case reasonsAreCounted = "the reasons of the oldest dead letters are counted, and all stay dead"
    case surveyTellsWhatAReplayWouldDo =
        "a look at the dead letters tells what a replay would move, and what has expired"
    case replayedIsARequestAgain = "a replayed message is the request that it was, and dead no more"
    case replayChooses = "a limit and a reason choose what is replayed; the others stay"
    case cutMessageStays = "a message whose end was not kept is not replayed"
    case lookShowsLetters = "a look shows each of the oldest dead letters, and leaves all in their order"
    case namedIsReplayed = "a dead letter that is named is replayed, and no other"
    case purgeDropsDeadLetters = "a purge drops the dead letters and nothing else"

    package var testDescription: String { rawValue }
}

/// Proves a promise on a queue, which must be empty.
package func exerciseQueueOperations(
    _ promise: QueueOperationsPromise, on queue: some RequestQueueHarness
) async throws {
    switch promise {
    case .overviewShowsRequests: try await overviewShowsRequests(queue)
    case .overviewShowsDead: try await overviewShowsDead(queue)
    case .reasonsAreCounted: try await reasonsAreCounted(queue)
    case .surveyTellsWhatAReplayWouldDo: try await surveyTellsWhatAReplayWouldDo(queue)
    case .replayedIsARequestAgain: try await replayedIsARequestAgain(queue)
    case .replayChooses: try await replayChooses(queue)
    case .cutMessageStays: try await cutMessageStays(queue)
    case .lookShowsLetters: try await lookShowsLetters(queue)
    case .namedIsReplayed: try await namedIsReplayed(queue)
    case .purgeDropsDeadLetters: try await purgeDropsDeadLetters(queue)
    }
}

private func overviewShowsRequests(_ queue: some RequestQueueHarness) async throws {
    for number in 1...2 { try await queue.publisher.publish(try #require(.sample(number)), context: nil) }
    try await untilRequests(.present(messages: 2, consumers: 0, mismatch: nil), on: queue)
    let inbox = try await queue.openInbox()
    try await untilRequests(.present(messages: 0, consumers: 1, mismatch: nil), on: queue)
    await queue.crash(inbox)
    try await untilRequests(.present(messages: 2, consumers: 0, mismatch: nil), on: queue)
}

private func overviewShowsDead(_ queue: some RequestQueueHarness) async throws {
    try await deadLetter([.notJSON], on: queue)
    let reports = try await queue.overview.reports()
    #expect(reports.first?.role == .requests && reports.last?.role == .dead)
    #expect(reports.last?.state == .present(messages: 1, consumers: 0, mismatch: nil))
    #expect(reports.contains { $0.role == .retry })
}

private func reasonsAreCounted(_ queue: some RequestQueueHarness) async throws {
    #expect(try await queue.deadLetters.reasons(among: 10).isEmpty)
    try await deadLetter([.notJSON, .outOfTries, .outOfTries], on: queue)
    #expect(
        try await queue.deadLetters.reasons(among: 10) == [.worker(.notJSON): 1, .worker(.outOfTries): 2])
    try await untilDead(3, on: queue)
    #expect(try await queue.deadLetters.reasons(among: 1) == [.worker(.notJSON): 1])
    try await untilDead(3, on: queue)
}

private func surveyTellsWhatAReplayWouldDo(_ queue: some RequestQueueHarness) async throws {
    try await deadLetter([.notJSON, .outOfTries, .outOfTries], on: queue)
    let survey = try await queue.deadLetters.survey(of: 2)
    #expect(survey.present == 3 && survey.found.count == 2)
    let deadline = try #require(VerificationRequest.sample(1)).deadline
    #expect(survey.found.first?.deadline == deadline)
    let all = try await queue.deadLetters.survey(of: 10)
    #expect(all.replayable(limit: .max, reason: .worker(.outOfTries)).count == 2)
    #expect(all.replayable(limit: 1, reason: nil).map(\.reason) == [.worker(.notJSON)])
    #expect(all.found.prefix(1).map { $0 }.expired(at: deadline) == 1)
    #expect(all.found.prefix(1).map { $0 }.expired(at: deadline + .seconds(-1)) == 0)
    try await untilDead(3, on: queue)
}

private func replayedIsARequestAgain(_ queue: some RequestQueueHarness) async throws {
    try await deadLetter([.outOfTries], on: queue)
    let replay = await queue.deadLetters.replay(limit: .max, reason: nil)
    #expect(replay == DeadLetterReplay(replayed: 1))
    #expect(try await queue.deadLetters.count() == 0)

    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let delivery = try #require(await reader.next())
    #expect(try RequestCodec.decode(delivery, phones: FakePhoneNumberParser()) == VerificationRequest.sample(1))
    #expect(!delivery.properties.wantsAnswer)
    await inbox.settle(delivery, as: .deadLetter(DeadLetter(.notJSON)))
    let dead = try await queue.nextDead()
    // The replay has removed the reason and the errors of its first death.
    #expect(dead.letter.reason == .notJSON && dead.firstError == dead.lastError)
    await queue.close(inbox)
}

private func replayChooses(_ queue: some RequestQueueHarness) async throws {
    try await deadLetter([.notJSON, .notJSON, .notJSON, .outOfTries, .outOfTries, .outOfTries], on: queue)
    #expect(await queue.deadLetters.replay(limit: 2, reason: nil) == DeadLetterReplay(replayed: 2, left: 4))
    let worn = await queue.deadLetters.replay(limit: .max, reason: .worker(.outOfTries))
    #expect(worn == DeadLetterReplay(replayed: 3, left: 1))
    let none = await queue.deadLetters.replay(limit: .max, reason: .worker(.outOfTries))
    #expect(none == DeadLetterReplay(replayed: 0, left: 1))
    try await untilDead(1, on: queue)
    try await untilRequests(.present(messages: 5, consumers: 0, mismatch: nil), on: queue)
}

private func cutMessageStays(_ queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    let body = [UInt8](repeating: 0x20, count: RequestCodec.largestBody + 1)
    try await queue.put(body, type: RequestCodec.messageType, contentType: nil)
    await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(.tooLarge)))
    await queue.close(inbox)
    try await untilDead(1, on: queue)
    #expect(await queue.deadLetters.replay(limit: .max, reason: nil) == DeadLetterReplay(replayed: 0, left: 1))
    try await untilDead(1, on: queue)
}

private func lookShowsLetters(_ queue: some RequestQueueHarness) async throws {
    #expect(try await queue.deadLetters.look(at: 10) == DeadLetterLook(present: 0, letters: []))
    try await deadLetter([.notJSON, .outOfTries, .outOfTries], on: queue)
    let two = try await queue.deadLetters.look(at: 2)
    #expect(two.present == 3 && two.letters.map(\.death.reason) == [.worker(.notJSON), .worker(.outOfTries)])
    #expect(!two.isCutShort && two.letters.allSatisfy(\.isReplayable))
    try await untilDead(3, on: queue)
    let all = try await queue.deadLetters.look(at: 10)
    let sample = try #require(VerificationRequest.sample(1))
    // A broker may put what it gives back behind what waits.
    #expect(all.letters.count == 3 && two.letters.allSatisfy(all.letters.contains))
    let letter = try #require(all.letters.first { $0.name == sample.id.description })
    #expect(letter.content.verification == sample.id && letter.content.phone == sample.phone.masked)
    #expect(letter.kind == .requests && letter.death.reason == .worker(.notJSON))
    try await untilDead(3, on: queue)
}

private func namedIsReplayed(_ queue: some RequestQueueHarness) async throws {
    try await deadLetter([.notJSON, .outOfTries, .outOfTries], on: queue)
    let name = try #require(try await queue.deadLetters.look(at: 10).letters.dropFirst().first?.name)
    #expect(await queue.deadLetters.replay(named: name, among: 1) == DeadLetterReplay(left: 3))
    try await untilDead(3, on: queue)
    #expect(await queue.deadLetters.replay(named: name, among: 10) == DeadLetterReplay(replayed: 1, left: 2))
    try await untilDead(2, on: queue)
    try await untilRequests(.present(messages: 1, consumers: 0, mismatch: nil), on: queue)
    let left = try await queue.deadLetters.look(at: 10)
    #expect(Set(left.letters.map(\.death.reason)) == [.worker(.notJSON), .worker(.outOfTries)])
    #expect(await queue.deadLetters.replay(named: name, among: 10) == DeadLetterReplay(left: 2))
}

private func purgeDropsDeadLetters(_ queue: some RequestQueueHarness) async throws {
    try await deadLetter([.notJSON, .outOfTries], on: queue)
    try await queue.publisher.publish(try #require(.sample(9)), context: nil)
    #expect(try await queue.deadLetters.purge() == 2)
    #expect(try await queue.deadLetters.count() == 0)
    #expect(try await queue.deadLetters.purge() == 0)
    try await untilRequests(.present(messages: 1, consumers: 0, mismatch: nil), on: queue)
}

/// Puts a request aside for each reason, in this order, and waits until the queue shows all of them.
private func deadLetter(_ reasons: [DeadLetter.Reason], on queue: some RequestQueueHarness) async throws {
    let inbox = try await queue.openInbox()
    var reader = DeliveryReader(inbox)
    for (number, reason) in reasons.enumerated() {
        try await queue.publisher.publish(try #require(.sample(number + 1)), context: nil)
        await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(reason)))
    }
    await queue.close(inbox)
    try await untilDead(reasons.count, on: queue)
    try await untilRequests(.present(messages: 0, consumers: 0, mismatch: nil), on: queue)
}

/// Waits until exactly `count` messages are dead; the suite's time limit ends a wait that is too long.
private func untilDead(_ count: Int, on queue: some RequestQueueHarness) async throws {
    while try await queue.deadLetters.count() != count { try Task.checkCancellation() }
}

/// Waits until the queue of requests has this state; the suite's time limit ends a wait that is too long.
private func untilRequests(_ state: QueueReport.State, on queue: some RequestQueueHarness) async throws {
    while try await queue.overview.reports().first?.state != state { try Task.checkCancellation() }
}
