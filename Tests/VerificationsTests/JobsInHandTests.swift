import Testing

@testable import Verifications

@Suite("Jobs in hand")
struct JobsInHandTests {
    @Test("the oldest is the first of which not all have left")
    func oldest() {
        let (inHand, start) = (JobsInHand(), ContinuousClock.now)
        #expect(inHand.oldest == nil && inHand.count == 0)
        let batches = (0..<3).map { inHand.take(2, at: start + .seconds($0)) }
        batches[1].letGo()
        batches[0].letGo()
        #expect(inHand.oldest == start && inHand.count == 4)
        batches[0].letGo()
        #expect(inHand.oldest == start + .seconds(1) && inHand.count == 3)
        for batch in batches[1...] { for _ in 0..<batch.count { batch.letGo() } }
        #expect(inHand.oldest == nil && inHand.count == 0)
    }

    @Test("one that stays for long is not forgotten among many that come and go")
    func longStay() {
        let (inHand, start) = (JobsInHand(), ContinuousClock.now)
        _ = inHand.take(1, at: start)
        for number in 1...1_000 { inHand.take(1, at: start + .seconds(number)).letGo() }
        #expect(inHand.oldest == start && inHand.count == 1)
    }
}
