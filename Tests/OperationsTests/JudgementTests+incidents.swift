import Operations
import Testing
import VerificationCore
import VerificationTesting

/// What the overview says first in each staged incident, and how many causes it has.
///
/// A cause that is DOWN is a page, and one that is DEGRADED is a ticket; `incidents_test.yml` proves the alerts.
extension JudgementTests {
    private struct Incident {
        let name: String
        let situation: Situation
        let pages: Int
        let tickets: Int
        let first: String
    }

    @Test("begins in each staged incident with the cause, and each cause costs one page or one ticket")
    func incidents() {
        for incident in outages + partial + harmless {
            let judgement = Judgement(of: incident.situation)
            let (down, all) = (judgement.causes.filter { $0.level == .down }, judgement.causes.count)
            #expect(down.count == incident.pages, "\(incident.name): \(down.map(\.rule))")
            #expect(all - down.count == incident.tickets, "\(incident.name): \(judgement.causes.map(\.rule))")
            let first = judgement.causes.first?.sentence ?? judgement.calm
            #expect(first == incident.first, "\(incident.name)")
        }
    }

    private static let checked = "Codes already sent can still be checked."

    private var outages: [Incident] {
        let refused = late(counts(), [.init(.notQueued): 9])
        let blocked = "No new verifications start: the broker accepts no messages: low on memory. \(Self.checked)"
        let (open, held) = (entry(.open), "the database's schema or its grants do not fit, or it does not answer")
        return [
            Incident(
                name: "the broker is away", situation: situation(broker: "refused", counts: refused), pages: 1,
                tickets: 0, first: "No new verifications start: the broker does not answer. \(Self.checked)"),
            Incident(
                name: "an alarm of the broker", situation: situation(counts: refused, alarm: "low on memory"), pages: 1,
                tickets: 0, first: blocked),
            Incident(
                name: "the database is frozen", situation: situation(database: "no answer in 2 s"), pages: 1,
                tickets: 0, first: "No codes are sent or checked: the database does not answer."),
            Incident(
                name: "all workers are gone",
                situation: situation(ready: 500, consumers: 0, workers: [], counts: counts(waits: ["60": 100])),
                pages: 1, tickets: 0, first: "No codes are sent: no worker takes requests."),
            Incident(
                name: "all gateways are away",
                situation: situation(ready: 500, putOff: 90, gateways: ["a": open, "b": open]), pages: 1, tickets: 0,
                first: "No codes are sent: no gateway is available."),
            Incident(
                name: "a migration that no worker fits",
                situation: situation(consumers: 0, workers: [staged(1, .heldUp), staged(2, .heldUp)]), pages: 1,
                tickets: 0, first: "No codes are sent: no worker takes requests, because \(held)."),
            Incident(
                name: "two at once",
                situation: situation(gateways: ["a": open, "b": open], counts: refused, alarm: "low on memory"),
                pages: 2, tickets: 0, first: blocked),
            Incident(
                name: "a pause on purpose, and the broker is away",
                situation: situation(
                    broker: "refused",
                    pauses: [.events: QueuePause(who: "anna", reason: "exercise", since: now - .seconds(60))]),
                pages: 1, tickets: 0,
                first: "No new verifications start: the broker does not answer. \(Self.checked)"),
        ]
    }

    private var partial: [Incident] {
        let lost = TallySum(name: "ES", counts: [.delivered: 4, .undelivered: 36])
        let rest = TallySum(name: "DE", counts: [.delivered: 400])
        let others = TallySum(name: "shop", counts: [.started: 970, .sent: 970, .approved: 700])
        let tenant = Counts(
            minute: Minute(now), apps: [others, TallySum(name: "acme", counts: [.started: 30, .sent: 30])],
            appsWeekBefore: [others, TallySum(name: "acme", counts: [.started: 40, .sent: 40, .approved: 28])],
            series: counts().series)
        let held = "the database's schema or its grants do not fit, or it does not answer"
        return [
            Incident(
                name: "one tenant only", situation: situation(counts: tenant), pages: 0, tickets: 1,
                first: "No verification of app acme is approved."),
            Incident(
                name: "one country only", situation: situation(counts: counts(receipts: [rest, lost])), pages: 0,
                tickets: 1,
                first: "Messages do not arrive in ES (Spain): providers report 36 of 40 undelivered."),
            Incident(
                name: "a gateway fails, and another takes its messages",
                situation: situation(gateways: ["a": entry(.open)]), pages: 0, tickets: 1,
                first: "Gateway a is failing; its traffic goes through b."),
            Incident(
                name: "one of two workers is held up",
                situation: situation(workers: [staged(1, .heldUp), staged(2, .consuming)]), pages: 0, tickets: 1,
                first: "1 of 2 workers takes no requests, because \(held). The others take them."),
        ]
    }

    private var harmless: [Incident] {
        let off = GatewayStatuses.Entry(control: GatewaySwitch(isOff: true))
        let deploy = [staged(1, .stopping), staged(2, .consuming), staged(3, .heldUp, began: .seconds(1))]
        return [
            Incident(
                name: "a deploy", situation: situation(workers: deploy, counts: alive(Minute(now))), pages: 0,
                tickets: 0, first: "All systems normal"),
            Incident(
                name: "a gateway is switched off", situation: situation(gateways: ["a": off]), pages: 0, tickets: 0,
                first: "All systems normal"),
        ]
    }

    private func staged(
        _ id: UInt64, _ activity: WorkerActivity, began: Duration = .seconds(60)
    ) -> WorkerReport {
        WorkerReport(
            id: id, seenAt: now, isSilent: false,
            status: .sample(host: "h\(id)", startedAt: now - began, activity: activity))
    }

    @Test("has one beginning for a fault that flickers by two minutes only where each gap is shorter than a minute")
    func flicker() {
        for (gap, beginnings) in [(45, 1), (120, 4)] {
            var (history, since) = (LookHistory(), Set<Timestamp>())
            var time = now
            for _ in 0..<4 {
                for (seconds, alarm) in [(120, "low on memory"), (gap, nil)] as [(Int, String?)] {
                    for _ in 0..<(seconds / 5) {
                        let overview = history.judge(situation(alarm: alarm).moved(to: time))
                        if let begin = overview.since[.brokerBlocked]?.at { since.insert(begin) }
                        time = time + .seconds(5)
                    }
                }
            }
            #expect(since.count == beginnings, "\(gap) s between")
        }
    }
}

extension Situation {
    /// The same a while later.
    fileprivate func moved(to time: Timestamp) -> Situation {
        Situation(
            at: time, queues: queues, broker: broker, gateways: gateways, workers: workers, counts: counts,
            changes: changes, gatewayList: gatewayList)
    }
}
