import Bench
import Testing

@Suite("the count at the sandbox")
struct JourneyLedgerTests {
    @Test("one SMS for each journey is right, in whatever order they come")
    func right() {
        var ledger = Self.sent(3)
        let belongs = [2, 0, 1].map { ledger.take($0, isOurs: true) }
        #expect(belongs == [true, true, true])
        #expect(ledger.messages == 3 && ledger.complaints == [])
        #expect((0..<3).allSatisfy { !ledger.isSilent($0) })
    }

    @Test("a phone with a second SMS counts once, however many more come")
    func doubled() {
        var ledger = Self.sent(2)
        for number in [0, 1, 1, 1, 1] { _ = ledger.take(number, isOurs: true) }
        #expect(ledger.doubled == 1 && ledger.messages == 5)
        #expect(ledger.complaints == ["phones with more than one SMS: 1 instead of 0"])
    }

    @Test("an SMS for a phone of later journeys, or of none, is unexpected, unless it can be another load's")
    func unexpected() {
        var ledger = Self.sent(1)
        let belongs = [(1, true), (-1, true), (5, false)].map { ledger.take($0, isOurs: $1) }
        #expect(belongs == [false, false, false])
        #expect(ledger.unexpected == 2 && ledger.messages == 0 && ledger.isSilent(0))
        #expect(ledger.complaints == ["SMS that no request asked for: 2 instead of 0"])
    }

    private static func sent(_ count: Int) -> JourneyLedger {
        var ledger = JourneyLedger()
        for _ in 0..<count { ledger.send() }
        return ledger
    }
}
