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
        let gone = AMQPError(.notConnected, context: "gone")
        let answers = describe(ledger.connectionEnded(AMQPError(.connectionLost, context: "cut"), refusing: gone))
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
        let blocked = AMQPError(.blocked, context: "alarm")
        #expect(describe(ledger.refuse(blocked)) == ["waits: blocked"])
        #expect(ledger.submit(submission("during")) == blocked)
        ledger.resume(at: now)
        #expect(confirm(&ledger, 1) == ["sent: accepted"])
        #expect(ledger.submit(submission("after")) == nil)
    }

    @Test("closed is for good, whatever the connection says afterwards")
    func closed() {
        var ledger = PublishLedger<String>(window: 1, refusal: nil)
        _ = ledger.refuse(AMQPError(.closed, context: "closed"))
        ledger.resume(at: now)
        ledger.connectionOpened()
        _ = ledger.refuse(AMQPError(.blocked, context: "alarm"))
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
        _ = ledger.refuse(AMQPError(.blocked, context: "alarm"))
        #expect(!ledger.isUnanswered(at: now + .seconds(3_600)))
        ledger.resume(at: now + .seconds(3_600))
        #expect(!ledger.isUnanswered(at: now + .seconds(3_660)))
        #expect(ledger.isUnanswered(at: now + .seconds(3_661)))
    }

    @Test("a connection on which a queue takes nothing for 0.4 s is given up, and one message that it takes saves it")
    func refused() {
        var ledger = sent("a", "b", "c")
        #expect(ledger.refusalMoment(after: now) == nil)
        _ = confirm(&ledger, 1, isAccepted: false)
        #expect(ledger.refusalMoment(after: now) == now + .milliseconds(400))
        _ = confirm(&ledger, 2, after: .milliseconds(399))
        #expect(!ledger.isRefused(at: now + .seconds(1)))
        _ = confirm(&ledger, 3, isAccepted: false, after: .milliseconds(500))
        #expect(!ledger.isRefused(at: now + .milliseconds(899)))
        #expect(ledger.isRefused(at: now + .milliseconds(900)))
    }

    @Test("what another queue takes does not keep a connection on which one queue takes nothing")
    func refusedByOne() {
        var ledger = PublishLedger<String>(window: 256, refusal: nil)
        for name in ["a", "b"] { _ = ledger.submit(submission(name, key: name)) }
        _ = ledger.takeSendable(at: now)
        _ = confirm(&ledger, 1, isAccepted: false)
        _ = confirm(&ledger, 2)
        #expect(ledger.isRefused(at: now + .milliseconds(400)))
    }

    @Test("before a connection is given up, nothing more is sent, and the broker has 0.2 s for what it owes")
    func lastWait() {
        var ledger = sent("refused", "owed")
        _ = confirm(&ledger, 1, isAccepted: false)
        _ = ledger.submit(submission("waits"))
        let end = now + .milliseconds(400)
        #expect(ledger.takeSendable(at: end).isEmpty)
        #expect(!ledger.isRefused(at: end) && ledger.refusalMoment(after: end) == end + .milliseconds(200))
        #expect(ledger.isRefused(at: end + .milliseconds(200)))
        // Nobody asks without end, for example while the connection is silent.
        #expect(ledger.refusalMoment(after: end + .milliseconds(200)) == nil)
        #expect(confirm(&ledger, 2, isAccepted: false) == ["owed: nacked"])
        #expect(ledger.isRefused(at: end))
    }

    @Test("a queue that is full for an hour costs five connections at once, then one a minute at most")
    func fullForLong() {
        var ledger = PublishLedger<String>(window: 256, refusal: nil)
        var waits: [Duration] = []
        for _ in 0..<14 {
            ledger.connectionOpened()
            _ = ledger.submit(submission("a"))
            _ = ledger.takeSendable(at: now)
            _ = confirm(&ledger, 1, isAccepted: false)
            waits.append(ledger.refusalMoment(after: now)! - now)
            _ = ledger.connectionEnded(
                AMQPError(.connectionLost, context: ""), refusing: AMQPError(.notConnected, context: ""))
            #expect(ledger.refusalMoment(after: now) == nil)
        }
        let quick = Array(repeating: Duration.milliseconds(400), count: 5)
        let slower: [Double] = [0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 60, 60]
        #expect(waits == quick + slower.map { .milliseconds($0 * 1_000) })
    }

    private func submission(
        _ name: String, key: String = "k", after: Duration = .seconds(60)
    ) -> PublishLedger<String>.Submission {
        PublishLedger.Submission(
            message: AMQPMessage(body: [], messageID: name), exchange: "x", routingKey: key, isMandatory: true,
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
