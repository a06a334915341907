import Operations
import Synchronization
import Testing
import VerificationTesting

@Suite("A keyed cached query")
struct KeyedCachedQueryTests {
    @Test("asks each question once while the answer is fresh, and keeps the questions that came last")
    func kept() async {
        let asked = Mutex<[Int]>([])
        let query = KeyedCachedQuery<Int, Int>(freshness: .seconds(3_600), most: 2, now: { ManualClock().now }) {
            number in
            asked.withLock { $0.append(number) }
            return number * 10
        }
        for number in [1, 2, 1, 2] { #expect(await query.look(number).current == number * 10) }
        #expect(asked.withLock { $0 } == [1, 2])
        _ = await query.look(3)
        _ = await query.look(2)
        #expect(asked.withLock { $0 } == [1, 2, 3])
        _ = await query.look(1)
        #expect(asked.withLock { $0 } == [1, 2, 3, 1])
    }
}
