import Synchronization
import Testing
import VerificationCore

/// Proves what the relay may rely on: every change of an app with an endpoint is told exactly once, in order.
///
/// `apps`: the same store, for the endpoints of apps. `reset` empties the store between the scripts.
package func exerciseEvents(
    _ store: any EventOutbox, apps: any AppStore, bench: StoreBench,
    reset: () async throws -> StoreBench
) async throws {
    let scripts = [
        tellsJourney, tellsEveryEnd, tellsRefusals, tellsOnceWhenRepeated, tellsOfReplaced, tellsExpiry,
        keepsUnpublished,
        forgetsErased, numbersInOrder,
    ]
    var bench = bench
    for script in scripts {
        bench.tellsEvents = true
        try await script(bench, store)
        bench = try await reset()
    }
    try await tellsNobody(bench, store)
    try await exerciseEventsOfReceipts(store, apps: apps, reset: reset)
}

/// All events that wait, taken off the outbox as a relay does.
func told(_ store: any EventOutbox) async throws -> [AppEvent] {
    let taken = Mutex<[AppEvent]>([])
    while try await store.relay(atMost: 100, { events in taken.withLock { $0 += events } }) > 0 {}
    return taken.withLock { $0 }
}

private func tellsJourney(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let request = try bench.request(metadata: ["order": "7"])
    let order = try await bench.send(request)
    #expect(try await store.waiting() == 0)
    #expect(try await bench.record(.accepted(gatewayID: "gw"), of: order, request))
    #expect(try await bench.check(request, isRight: false).wrong != nil)
    #expect(try await bench.check(request, isRight: true).isApproved)
    #expect(try await bench.check(request, isRight: true).ended != nil)
    #expect(try await store.waiting() == 2)
    let events = try await told(store)
    #expect(events.map(\.kind) == [.sent, .approved])
    #expect(events.map(\.sequence) == [1, 2])
    #expect(events.map(\.status) == [.pending, .approved])
    #expect(events.map(\.message) == [1, nil])
    #expect(events.allSatisfy { $0.verification == request.id && $0.app == request.app })
    #expect(events.allSatisfy { $0.metadata == ["order": "7"] && $0.language == "de" && $0.reason == nil })
    #expect(try await store.waiting() == 0)
}

private func tellsEveryEnd(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let used = try await bench.verification(phone: "+491510001")
    for _ in 1...5 { _ = try await bench.check(used, isRight: false) }
    let ended = try await bench.verification(phone: "+491510002")
    for _ in 1...2 { _ = try await bench.cancel(ended) }
    let failing = try bench.request(phone: "+491510003")
    let order = try await bench.send(failing)
    #expect(try await bench.record(.failed(reason: "busy"), of: order, failing))
    let events = try await told(store)
    let mine = { (request: VerificationRequest) in events.filter { $0.verification == request.id } }
    #expect(mine(used).map(\.kind) == [.sent, .maxAttemptsReached])
    #expect(mine(used).last?.status == .maxAttemptsReached)
    #expect(mine(ended).map(\.kind) == [.sent, .canceled] && mine(ended).last?.status == .canceled)
    #expect(mine(failing).map(\.kind) == [.failed])
    #expect(mine(failing).first?.status == .failed && mine(failing).first?.reason == "busy")
    #expect(events.count == 5)
}

private func tellsRefusals(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    var rules = SendingRules.standard
    rules.regions = .none
    let refused = try bench.request(phone: "+491510001")
    _ = try await bench.claim(refused, rules: rules)
    let late = try bench.request(phone: "+491510002", deadline: .seconds(-3_600))
    _ = try await bench.claim(late)
    let events = try await told(store)
    #expect(events.map(\.kind) == [.failed, .expired])
    #expect(events.map(\.status) == [.refused, .expired])
    #expect(events.last?.reason == "deadline" && events.first?.reason != nil)
    // A limited request of a live verification changes nothing of it.
    let live = try await bench.verification(phone: "+491510003")
    _ = try await bench.claim(try bench.request(phone: "+491510003"))
    #expect(try await told(store).map(\.verification) == [live.id])
}

private func tellsOnceWhenRepeated(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let request = try bench.request()
    let order = try await bench.send(request)
    for _ in 1...2 { #expect(try await bench.record(.accepted(gatewayID: "gw"), of: order, request)) }
    #expect(try await told(store).map(\.kind) == [.sent])
    // A worker that was taken over records nothing, and tells nothing.
    let slow = try bench.request(phone: "+491510002")
    var rules = SendingRules.standard
    rules.whenUnknown = .resend
    let old = try await bench.send(slow, rules: rules, lease: .zero)
    _ = try await bench.send(slow, rules: rules)
    #expect(try await !bench.record(.accepted(gatewayID: "gw"), of: old, slow))
    #expect(try await told(store).isEmpty)
    // A second message that fails ends nothing: the first may have brought the code.
    let twice = try await bench.verification(phone: "+491510003", rules: StoreBench.eager)
    let again = try bench.request(phone: "+491510003")
    let second = try await bench.send(again, rules: StoreBench.eager)
    #expect(try await bench.record(.failed(reason: "busy"), of: second, again, rules: StoreBench.eager))
    #expect(try await told(store).map(\.verification) == [twice.id])
}

private func tellsOfReplaced(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    var rules = StoreBench.eager
    rules.codeLife = .zero
    let first = try await bench.verification(rules: rules)
    let second = try await bench.verification(rules: rules)
    let events = try await told(store)
    #expect(events.filter { $0.verification == first.id }.map(\.kind) == [.sent, .expired])
    #expect(events.filter { $0.verification == second.id }.map(\.kind) == [.sent])
    // The look that was planned for the first finds that it was told.
    #expect(try await store.tellExpired(atMost: 10) == 2)
    #expect(try await told(store).map(\.verification) == [second.id])
}

private func tellsExpiry(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    var rules = StoreBench.eager
    rules.codeLife = .zero
    let request = try bench.request(metadata: ["a": "b"])
    _ = try await bench.send(request, rules: rules)
    let living = try await bench.verification(phone: "+491510002")
    #expect(try await store.tellExpired(atMost: 10) == 1)
    #expect(try await store.tellExpired(atMost: 10) == 0)
    let events = try await told(store)
    #expect(events.map(\.kind) == [.sent, .expired] && events.map(\.verification) == [living.id, request.id])
    #expect(events.last?.status == .expired && events.last?.metadata == ["a": "b"])
    #expect(try await bench.report(request).status == .expired)
    #expect(try await bench.check(living, isRight: true).isApproved)
}

private func keepsUnpublished(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let request = try await bench.verification()
    let handed = Mutex<[String]>([])
    for _ in 1...2 {
        let count = try await store.relay(atMost: 10) { events throws(QueueError) in
            handed.withLock { $0 += events.map(\.id) }
            throw .unknown
        }
        #expect(count == 0)
    }
    #expect(try await told(store).map(\.id) == ["evt_\(request.id)_1"])
    #expect(handed.withLock { $0 } == ["evt_\(request.id)_1", "evt_\(request.id)_1"])
}

private func forgetsErased(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    var rules = StoreBench.eager
    rules.codeLife = .zero
    let request = try await bench.verification(rules: rules)
    #expect(try await bench.erase(request) == 1)
    #expect(try await store.waiting() == 0)
    _ = try await store.tellExpired(atMost: 10)
    #expect(try await store.waiting() == 0)
}

/// Many workers record at the same time, and many relay: each event comes once, and no number is missing.
private func numbersInOrder(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let phones = (0..<8).map { "+49151000\($0)" }
    var orders: [(VerificationRequest, SendOrder)] = []
    for phone in phones + phones + phones {
        let request = try bench.request(phone: phone)
        orders.append((request, try await bench.send(request, rules: StoreBench.eager)))
    }
    let sends = orders
    _ = try await bench.atOnce(sends.count + phones.count) { number in
        if number < sends.count {
            let (request, order) = sends[number]
            return try await bench.record(
                .accepted(gatewayID: "gw"), of: order, request, rules: StoreBench.eager, worker: number)
        }
        let request = sends[number - sends.count].0
        return try await bench.check(request, isRight: true, rules: StoreBench.eager, worker: number).isApproved
    }
    let taken = Mutex<[AppEvent]>([])
    _ = try await bench.atOnce(4) { _ in
        while try await store.relay(atMost: 5, { events in taken.withLock { $0 += events } }) > 0 {}
    }
    // A relay that met the others' locks may have found nothing, so the rest is taken here.
    let events = taken.withLock { $0 } + (try await told(store))
    #expect(Set(events.map(\.id)).count == 32 && events.count == 32)
    for (id, mine) in Dictionary(grouping: events, by: \.verification) {
        #expect(mine.map(\.sequence).sorted() == [1, 2, 3, 4], "\(id)")
        #expect(mine.filter { $0.kind == .approved }.count == 1)
    }
}

private func tellsNobody(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    var bench = bench
    bench.tellsEvents = false
    var rules = StoreBench.eager
    rules.codeLife = .zero
    _ = try await bench.verification(rules: rules)
    let request = try await bench.verification(phone: "+491510002")
    _ = try await bench.check(request, isRight: true)
    #expect(try await store.tellExpired(atMost: 10) == 0)
    #expect(try await store.waiting() == 0)
}
