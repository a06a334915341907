import Testing

@testable import Store

@Suite("Where a look at a queue in a table begins")
struct QueueHeadTests {
    private let start = ContinuousClock.now

    private func moment(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// A look that takes `last` off the queue, and takes no time.
    private func take(_ last: Int64?, _ head: QueueHead<Int64>, at milliseconds: Int) -> Int64? {
        let look = head.look(at: moment(milliseconds))
        head.end(look, last: last, found: moment(milliseconds), at: moment(milliseconds))
        return look.from
    }

    @Test("it begins where this process was two seconds before, and once a second at the beginning")
    func lag() {
        let head = QueueHead<Int64>()
        var began: [Int64?] = []
        // A look each 400 ms, which takes ten rows.
        for place in 0...15 { began.append(take(Int64(place * 10 + 10), head, at: place * 400)) }
        for (place, from) in began.enumerated() {
            guard let from else { continue }
            let taken = (Int(from) / 10 - 1) * 400
            #expect(place * 400 - taken >= 2_000 && place * 400 - taken <= 5_000, "the look at \(place * 400) ms")
        }
        #expect(began[12...15].contains(nil) && began[12...15].contains { $0 != nil })
    }

    @Test("a look from the beginning that takes long is not repeated for twenty times as long")
    func dear() {
        let head = QueueHead<Int64>(lag: .zero, rest: .seconds(1))
        for at in [0, 1] { _ = take(5, head, at: at) }
        let dear = head.look(at: moment(2_000))
        #expect(dear.from == nil)
        head.end(dear, last: 7, found: moment(2_500), at: moment(2_600))
        #expect(head.look(at: moment(12_500)).from == 5)
        #expect(head.look(at: moment(12_700)).from == nil)
    }

    @Test("a look that failed, or found nothing, leaves the place where it was")
    func nothing() {
        let head = QueueHead<Int64>(lag: .zero, rest: .seconds(1))
        _ = head.look(at: start)
        #expect(head.look(at: start).from == nil)
        for at in [0, 1, 2] { _ = take(5, head, at: at) }
        for at in [3, 4, 5] { #expect(take(nil, head, at: at) == 5) }
    }
}
