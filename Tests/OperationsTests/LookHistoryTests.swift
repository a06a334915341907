import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The history of looks")
struct LookHistoryTests {
    /// The beginning of a minute.
    private let beginning = Timestamp(seconds: 1_800_000_000)

    @Test("a rule that pauses for a minute or less has held all the time; after a longer pause it begins anew")
    func flicker() {
        let looks: [(second: Int, isOff: Bool, since: Int?)] = [
            (0, false, nil), (10, true, 10), (20, false, nil), (70, true, 10), (80, false, nil), (131, true, 131),
        ]
        for (row, told) in zip(looks, judge(looks.map { look(at: $0.second, isOff: $0.isOff) })) {
            let since = row.since.map { Since(at: moment($0), isAtLeast: false) }
            #expect(told.since[.noGateways] == since, "after \(row.second) s")
        }
    }

    @Test("a rule that held at the last look has held all the time, also when nobody has looked for hours")
    func unwatched() {
        let told = judge([look(at: 0), look(at: 10, isOff: true), look(at: 9_000, isOff: true)])
        #expect(told.last?.since[.noGateways] == Since(at: moment(10), isAtLeast: false))
    }

    @Test("a rule that holds at the first look has held since then at least")
    func atLeast() {
        for told in judge([look(at: 0, isOff: true), look(at: 60, isOff: true)]) {
            #expect(told.since[.noGateways] == Since(at: beginning, isAtLeast: true))
        }
    }

    @Test("a dip of the dead-letter queue is no news, unless it lasts for half a minute")
    func dip() {
        let looks: [(second: Int, dead: Int, lately: Int)] = [
            (0, 40, 0), (60, 0, 0), (89, 40, 0), (100, 0, 0), (130, 40, 40),
        ]
        for (row, told) in zip(looks, judge(looks.map { look(at: $0.second, dead: $0.dead) })) {
            #expect(told.situation.deadLately == row.lately, "after \(row.second) s")
            let rules: [Rule] = row.lately > 0 ? [.deadLetters] : []
            #expect(told.judgement.findings.map(\.rule) == rules, "after \(row.second) s")
        }
    }

    @Test("messages are news for 15 minutes after they were dead-lettered")
    func deadLetters() {
        let looks: [(second: Int, dead: Int, lately: Int)] = [
            (0, 0, 0), (600, 3, 3), (1_000, 5, 5), (1_500, 5, 5), (1_501, 5, 2), (1_900, 5, 2),
            (1_901, 5, 0),
        ]
        for (row, told) in zip(looks, judge(looks.map { look(at: $0.second, dead: $0.dead) })) {
            #expect(told.situation.deadLately == row.lately, "after \(row.second) s")
        }
    }

    @Test("requests count as put off for 8 s after they have left the retry queues")
    func retries() {
        let looks: [(second: Int, putOff: Int, lately: Int)] = [
            (0, 90, 90), (1, 0, 90), (8, 0, 90), (9, 0, 0), (10, 5, 5),
        ]
        let told = judge(
            looks.map { row in
                look(at: row.second, putOff: row.putOff, counts: Counts(minute: Minute(moment(row.second))))
            })
        for (row, told) in zip(looks, told) {
            #expect(told.situation.putOffLately == row.lately, "after \(row.second) s")
            #expect((told.since[.putOff] != nil) == (row.lately > 0), "after \(row.second) s")
        }
    }

    @Test("workers are gone since the look that missed them, and have three seconds to come back")
    func workersGone() {
        let looks: [(second: Int, consumers: Int, since: Int?)] = [
            (0, 2, nil), (10, 0, nil), (12, 0, nil), (13, 0, 10), (90, 0, 10), (95, 2, nil),
        ]
        for (row, told) in zip(looks, judge(looks.map { look(at: $0.second, consumers: $0.consumers) })) {
            #expect(told.situation.workersGoneAt == (row.consumers == 0 ? moment(10) : nil), "after \(row.second) s")
            let since = row.since.map { Since(at: moment($0), isAtLeast: false) }
            #expect(told.since[.noWorkers] == since, "after \(row.second) s")
        }
    }

    @Test("workers that hang are gone since their last word, also when the broker has missed them too")
    func workersHang() {
        let told = judge([
            look(at: 0), look(at: 10, heardAt: 4), look(at: 13, heardAt: 4), look(at: 70, consumers: 0, heardAt: 4),
        ])
        #expect(told.map { $0.since[.noWorkers]?.at } == [nil, nil, moment(4), moment(4)])
    }

    @Test("workers that no look has seen are missed at once, and nothing says since when they are gone")
    func workersNeverSeen() {
        let told = judge([look(at: 0, consumers: 0)])
        #expect(told.last?.situation.workersGoneAt == nil)
        #expect(told.last?.since[.noWorkers] == Since(at: beginning, isAtLeast: true))
    }

    @Test("an API process that is not heard for 20 s is missed since its last word")
    func silentAPI() {
        let words = [(0, 1), (5, 2), (25, 2), (26, 2)]
        let told = judge(
            words.map { second, count in
                let minute = Minute(moment(second))
                let fresh = MinuteCounts(minute, present: [.init(.apiAlive): count])
                return look(at: second, counts: Counts(minute: minute, fresh: fresh))
            })
        #expect(told.map(\.situation.apiPresence) == [.unwatched, .heard, .heard, .silent(since: moment(5))])
        #expect(told.last?.since[.noAPI] == Since(at: moment(5), isAtLeast: false))
    }

    @Test("is a value: the same look gets the same answer of a copy, which learns for itself")
    func value() {
        var history = LookHistory()
        _ = history.judge(look(at: 0))
        var copy = history
        let off = look(at: 10, isOff: true)
        let told = history.judge(off)
        let again = copy.judge(off)
        #expect(again.since == told.since && again.judgement == told.judgement)
        let mended = copy.judge(look(at: 20))
        let lasting = history.judge(look(at: 20, isOff: true))
        #expect(mended.since.isEmpty && lasting.since[.noGateways]?.at == moment(10))
    }

    /// What a new history tells of each of these looks, which follow each other.
    private func judge(_ looks: [Situation]) -> [Overview] {
        var history = LookHistory()
        return looks.map { history.judge($0) }
    }

    private func moment(_ second: Int) -> Timestamp { beginning + .seconds(second) }

    /// A look at an installation with one worker and one gateway, which works but for what a test says of it.
    ///
    /// `heardAt`: when the worker was heard last if it is silent; nil when it has just been heard.
    private func look(
        at second: Int, dead: Int = 0, putOff: Int = 0, consumers: Int = 1, heardAt: Int? = nil, isOff: Bool = false,
        counts: Counts? = nil
    ) -> Situation {
        let at = moment(second)
        let worker = WorkerReport(
            id: 1, seenAt: heardAt.map(moment) ?? at, isSilent: heardAt != nil, status: .sample())
        let gateways = ["a": GatewayStatuses.Entry(control: GatewaySwitch(isOff: isOff))]
        let queues = [queue(.requests, 0, consumers: consumers), queue(.retry, putOff), queue(.dead, dead)]
        return Situation(
            at: at, queues: Cached(value: queues, at: at),
            gateways: Cached(value: GatewayOverview(workers: 1, gateways: gateways), at: at),
            workers: Cached(value: Workforce(now: at, workers: [worker], pauses: [:]), at: at),
            counts: counts.map { Cached(value: $0, at: at) } ?? Cached(), changes: Cached(),
            gatewayList: GatewayList(
                members: [.init(name: "a", kind: "sandbox", inFlight: 1, perSecond: nil)],
                routes: [GatewayRoute(target: RouteTargets(first: [.init("a")]))]))
    }

    private func queue(_ role: QueueReport.Role, _ messages: Int, consumers: Int = 0) -> QueueReport {
        QueueReport(
            name: "\(role)", role: role, state: .present(messages: messages, consumers: consumers, mismatch: nil))
    }
}
