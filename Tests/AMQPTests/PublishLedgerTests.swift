import Testing

@testable import AMQP

@Suite("The ledger of published messages")
struct PublishLedgerTests {
    private let now = ContinuousClock.now

    @Test("confirms that arrive out of order each answer their own message")
    func outOfOrder() {
        var ledger = sent("a", "b", "c")
        #expect(confirm(&ledger, 2) == ["b: accepted"])
        #expect(confirm(&ledger, 3) == ["c: accepted"])
        #expect(confirm(&ledger, 1) == ["a: accepted"])
        #expect(ledger.isIdle)
    }

    @Test("a confirm of all up to a tag answers what is still open, in order, and nothing twice")
    func multiple() {
        var ledger = sent("a", "b", "c", "d")
        #expect(confirm(&ledger, 2) == ["b: accepted"])
        #expect(confirm(&ledger, 3, coversEarlier: true) == ["a: accepted", "c: accepted"])
        #expect(confirm(&ledger, 3, coversEarlier: true) == [])
        #expect(confirm(&ledger, 4) == ["d: accepted"])
    }

    @Test("a refusal by the broker is nacked, for one message or for all up to a tag")
    func nacks() {
        var ledger = sent("a", "b", "c")
        #expect(confirm(&ledger, 3, isAccepted: false) == ["c: nacked"])
        #expect(confirm(&ledger, 2, coversEarlier: true, isAccepted: false) == ["a: nacked", "b: nacked"])
    }

    @Test("a returned message is answered with its confirm, and only the one that was returned")
    func returns() {
        var ledger = sent("a", "b", "c")
        ledger.returned(ReturnedMessage(exchange: "x", routingKey: "k", messageID: "b", reason: "312 NO_ROUTE"))
        #expect(confirm(&ledger, 3, coversEarlier: true) == ["a: accepted", "b: returned", "c: accepted"])
    }

    @Test("equal messages that are returned are answered oldest first")
    func equalReturns() {
        var ledger = sent("a", "a")
        ledger.returned(ReturnedMessage(exchange: "x", routingKey: "k", messageID: "a", reason: "312 NO_ROUTE"))
        #expect(confirm(&ledger, 2) == ["a: accepted"])
        #expect(confirm(&ledger, 1) == ["a: returned"])
    }

    @Test("no more than the window is unconfirmed, and a confirm lets the next one out")
    func window() {
        var ledger = PublishLedger<String>(window: 2, refusal: nil)
        for name in ["a", "b", "c"] { #expect(ledger.submit(submission(name)) == nil) }
        #expect(ledger.takeSendable(at: now).map(\.waiter) == ["a", "b"])
        #expect(!ledger.canSend)
        #expect(ledger.takeSendable(at: now).isEmpty)
        #expect(confirm(&ledger, 1) == ["a: accepted"])
        #expect(ledger.takeSendable(at: now).map(\.waiter) == ["c"])
    }

    @Test("a passed deadline is unconfirmed for what was sent and notSent for what still waited")
    func deadlines() {
        var ledger = PublishLedger<String>(window: 1, refusal: nil)
        _ = ledger.submit(submission("sent", after: .seconds(1)))
        _ = ledger.submit(submission("waits", after: .seconds(1)))
        _ = ledger.submit(submission("patient", after: .seconds(9)))
        _ = ledger.takeSendable(at: now)
        #expect(describe(ledger.expire(at: now)) == [])
        #expect(describe(ledger.expire(at: now + .seconds(1))) == ["sent: unconfirmed", "waits: notSent"])
        #expect(describe(ledger.expire(at: now + .seconds(2))) == [])
        #expect(describe(ledger.expire(at: now + .seconds(9))) == ["patient: notSent"])
    }

    @Test("an overdue message keeps its place in the window until the broker has answered it")
    func overdueKeepsItsPlace() {
        var ledger = PublishLedger<String>(window: 1, refusal: nil)
        _ = ledger.submit(submission("late", after: .seconds(1)))
        _ = ledger.takeSendable(at: now)
        _ = ledger.expire(at: now + .seconds(1))
        #expect(ledger.submit(submission("next", after: .seconds(5))) == nil)
        #expect(ledger.takeSendable(at: now).isEmpty)
        #expect(confirm(&ledger, 1) == [])
        #expect(ledger.takeSendable(at: now).map(\.waiter) == ["next"])
    }

    @Test("a lost connection leaves sent messages unknown, refuses waiting ones, and counts tags anew")
    func lostConnection() {
        var ledger = PublishLedger<String>(window: 1, refusal: nil)
        _ = ledger.submit(submission("sent"))
        _ = ledger.submit(submission("waits"))
        _ = ledger.takeSendable(at: now)
        let gone = AMQPError(.notConnected, "gone")
        let answers = describe(ledger.connectionEnded(AMQPError(.connectionLost, "cut"), refusing: gone))
        #expect(answers == ["waits: notConnected", "sent: unconfirmed"])
        #expect(ledger.submit(submission("early")) == gone)
        ledger.connectionOpened()
        _ = ledger.submit(submission("new"))
        #expect(ledger.takeSendable(at: now).map(\.waiter) == ["new"])
        #expect(confirm(&ledger, 1) == ["new: accepted"])
    }

    @Test("an alarm refuses what waits and what comes, leaves the sent open, and ends")
    func alarm() {
        var ledger = PublishLedger<String>(window: 1, refusal: nil)
        _ = ledger.submit(submission("sent"))
        _ = ledger.submit(submission("waits"))
        _ = ledger.takeSendable(at: now)
        let blocked = AMQPError(.blocked, "alarm")
        #expect(describe(ledger.refuse(blocked)) == ["waits: blocked"])
        #expect(ledger.submit(submission("during")) == blocked)
        ledger.resume(at: now)
        #expect(confirm(&ledger, 1) == ["sent: accepted"])
        #expect(ledger.submit(submission("after")) == nil)
    }

    @Test("closed is for good, whatever the connection says afterwards")
    func closed() {
        var ledger = PublishLedger<String>(window: 1, refusal: nil)
        _ = ledger.refuse(AMQPError(.closed, "closed"))
        ledger.resume(at: now)
        ledger.connectionOpened()
        _ = ledger.refuse(AMQPError(.blocked, "alarm"))
        #expect(ledger.submit(submission("late"))?.code == .closed)
    }

    @Test("a broker that owes confirmations and gives none for a minute is unanswered; each one starts the minute anew")
    func unanswered() {
        var ledger = sent("a", "b")
        #expect(!ledger.isUnanswered(at: now + .seconds(60)))
        #expect(ledger.isUnanswered(at: now + .seconds(61)))
        // That its callers gave up long ago changes nothing.
        _ = ledger.expire(at: now + .seconds(61))
        #expect(ledger.isUnanswered(at: now + .seconds(61)))
        _ = confirm(&ledger, 1, after: .seconds(61))
        #expect(!ledger.isUnanswered(at: now + .seconds(121)))
        #expect(ledger.isUnanswered(at: now + .seconds(122)))
        _ = confirm(&ledger, 2, after: .seconds(122))
        #expect(!ledger.isUnanswered(at: now + .seconds(3_600)))
    }

    @Test("a broker that takes no messages for an hour owes nothing meanwhile")
    func blockedForLong() {
        var ledger = sent("a")
        _ = ledger.refuse(AMQPError(.blocked, "alarm"))
        #expect(!ledger.isUnanswered(at: now + .seconds(3_600)))
        ledger.resume(at: now + .seconds(3_600))
        #expect(!ledger.isUnanswered(at: now + .seconds(3_660)))
        #expect(ledger.isUnanswered(at: now + .seconds(3_661)))
    }

    private func submission(_ name: String, after: Duration = .seconds(60)) -> PublishLedger<String>.Submission {
        PublishLedger.Submission(
            message: AMQPMessage(body: [], messageID: name), exchange: "x", routingKey: "k", isMandatory: true,
            deadline: now + after, waiter: name)
    }

    private func sent(_ names: String...) -> PublishLedger<String> {
        var ledger = PublishLedger<String>(window: 256, refusal: nil)
        for name in names { _ = ledger.submit(submission(name)) }
        _ = ledger.takeSendable(at: now)
        return ledger
    }

    private func confirm(
        _ ledger: inout PublishLedger<String>, _ tag: UInt64, coversEarlier: Bool = false, isAccepted: Bool = true,
        after: Duration = .zero
    ) -> [String] {
        let confirmation = Confirmation(tag: tag, coversEarlier: coversEarlier, isAccepted: isAccepted)
        return describe(ledger.confirmed(confirmation, at: now + after))
    }

    private func describe(_ answers: [PublishLedger<String>.Answer]) -> [String] {
        answers.map { waiter, result in
            switch result {
            case .success: "\(waiter): accepted"
            case .failure(let error): "\(waiter): \(error.code)"
            }
        }
    }
}
