import Testing
import VerificationCore

/// Proves that an app with an endpoint is told of every change that receipts make, once, and no other app.
///
/// `reset` empties the store between the scripts.
func exerciseEventsOfReceipts(
    _ store: any EventOutbox, apps: any AppStore, reset: () async throws -> StoreBench
) async throws {
    let app = App(id: try #require(AppID("demo")), displayName: "Demo")
    let secret = try #require(StoreBench.ring.seal(endpointSecret: "whsec_a", of: app.id))
    try await apps.save(app)
    try await tellsNobodyOfReceipts(try await reset(), store, of: app.id.name)
    for script in [
        tellsOfReceipts, tellsWhoseCode, tellsOfEarlyReceipts, tellsOfReceiptsOnce, tellsOfManyReceipts,
    ] {
        var bench = try await reset()
        bench.tellsEvents = true
        try await apps.save(app)
        #expect(try await apps.save(EventEndpoint(url: "https://example.org/", secret: secret), of: app.id))
        try await script(bench, store)
        bench.tellsEvents = false
        try await tellsNobodyOfReceipts(bench, store, of: "other")
    }
    #expect(try await apps.removeEndpoint(of: app.id))
}

extension StoreBench {
    /// Makes a verification whose message a gateway that reports delivery has accepted under this id.
    fileprivate func reported(
        _ id: String, phone: String = "+491510001", app: String = "demo", metadata: [String: String] = [:]
    ) async throws -> VerificationRequest {
        let request = try request(phone: phone, app: app, metadata: metadata)
        let order = try await send(request, rules: Self.eager)
        try #require(await accept(id, order, request))
        return request
    }

    fileprivate func accept(
        _ id: String, _ order: SendOrder, _ request: VerificationRequest, worker: Int = 0
    ) async throws -> Bool {
        try await record(.accepted(gatewayID: id), of: order, request, reportsDelivery: true, worker: worker)
    }

    fileprivate func tell(
        _ statuses: DeliveryStatus..., of id: String, reason: String? = nil, worker: Int = 0
    ) async throws {
        let receipts = statuses.map {
            GatewayReceipt(gateway: "gateway", receipt: DeliveryReceipt(gatewayID: id, status: $0, reason: reason))
        }
        try await workers[worker % workers.count].noteAll(receipts)
    }
}

private func tellsWhoseCode(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let first = try bench.request(metadata: ["session": "A"])
    let order = try await bench.send(first)
    #expect(
        try await bench.record(.accepted(gatewayID: "gw-9"), of: order, first, reportsDelivery: true))
    let second = try bench.request(metadata: ["session": "B"])
    #expect(try await bench.claim(second).joined != nil)
    #expect(try await bench.check(second, isRight: true).isApproved)
    let receipt = DeliveryReceipt(gatewayID: "gw-9", status: .delivered)
    try await bench.store.noteAll([GatewayReceipt(gateway: "gateway", receipt: receipt)])
    let events = try await told(store)
    #expect(events.map(\.kind) == [.sent, .approved, .delivered])
    #expect(events.map(\.sequence) == [1, 2, 3] && events.allSatisfy { $0.verification == first.id })
    #expect(events.map(\.request) == [first.id, second.id, first.id])
    #expect(events.map(\.metadata) == [["session": "A"], ["session": "B"], ["session": "A"]])
    #expect(events.map(\.status) == [.pending, .approved, .approvedElsewhere])
}

private func tellsOfReceipts(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let request = try await bench.reported("a", metadata: ["order": "7"])
    let second = try await bench.reported("b")
    #expect(try await told(store).map(\.kind) == [.sent, .sent])
    try await bench.tell(.sent, .undelivered, of: "b", reason: "absent")
    #expect(try await bench.check(request, isRight: true, rules: StoreBench.eager).isApproved)
    try await bench.tell(.delivered, of: "b")
    try await bench.tell(.expired, of: "a")
    let events = try await told(store)
    #expect(events.map(\.kind) == [.undelivered, .approved, .delivered, .undelivered])
    #expect(events.map(\.reason) == ["absent", nil, nil, "expired"])
    #expect(events.map(\.message) == [2, nil, 2, 1])
    #expect(events.map(\.sequence) == [3, 4, 5, 6])
    #expect(events.map(\.status) == [.pending, .approved, .approved, .approved])
    #expect(events.allSatisfy { $0.verification == request.id && $0.app == request.app && $0.language == "de" })
    #expect(events.allSatisfy { $0.metadata == ["order": "7"] } && second.id != request.id)
}

/// A receipt that comes before the record is told with the record, after the event that the message was sent.
private func tellsOfEarlyReceipts(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    var requests: [VerificationRequest] = []
    for (number, status) in [DeliveryStatus.rejected, .delivered, .sent].enumerated() {
        let request = try bench.request(phone: "+49151000\(number)")
        let order = try await bench.send(request)
        try await bench.tell(status, of: "\(number)", reason: "blocked")
        #expect(try await store.waiting() == 0)
        // The answer to the first record was lost.
        for _ in 1...2 { #expect(try await bench.accept("\(number)", order, request)) }
        requests.append(request)
        let events = try await told(store)
        #expect(events.allSatisfy { $0.verification == request.id && $0.message == 1 && $0.status == .pending })
        #expect(events.map(\.sequence) == Array(1...events.count))
        switch status {
        case .rejected: #expect(events.map(\.kind) == [.sent, .undelivered] && events.last?.reason == "blocked")
        case .delivered: #expect(events.map(\.kind) == [.sent, .delivered] && events.last?.reason == nil)
        case .queued, .sent, .undelivered, .failed, .expired, .unknown: #expect(events.map(\.kind) == [.sent])
        }
    }
    try await bench.tell(.delivered, of: "0")
    #expect(try await told(store).map(\.verification) == [requests[0].id])
}

private func tellsOfReceiptsOnce(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    let request = try await bench.reported("a")
    _ = try await told(store)
    for status in [DeliveryStatus.queued, .sent, .unknown] { try await bench.tell(status, of: "a") }
    try await bench.tell(.delivered, of: "nobody")
    #expect(try await store.waiting() == 0)
    // A better reason changes the message, but not its status.
    for reason in ["busy", "busy", "absent"] { try await bench.tell(.failed, of: "a", reason: reason) }
    #expect(try await told(store).map(\.reason) == ["busy"])
    #expect(try await bench.report(request).messages[0].reason == "absent")
    for status in [DeliveryStatus.delivered, .delivered, .failed, .sent] { try await bench.tell(status, of: "a") }
    #expect(try await told(store).map(\.kind) == [.delivered])
    // Of receipts that come together the farthest word counts.
    _ = try await bench.reported("b", phone: "+491510002")
    try await bench.tell(.undelivered, .delivered, .sent, of: "b")
    #expect(try await told(store).map(\.kind) == [.sent, .delivered])
    // An erased verification tells nothing.
    _ = try await bench.erase(request)
    try await bench.tell(.delivered, .undelivered, of: "a")
    #expect(try await store.waiting() == 0)
}

/// Records, checks and receipts meet in the rows of the same verifications: each change is told once, none is missing.
private func tellsOfManyReceipts(_ bench: StoreBench, _ store: any EventOutbox) async throws {
    var sends: [(VerificationRequest, SendOrder)] = []
    for phone in 0..<6 {
        for _ in 1...2 {
            let request = try bench.request(phone: "+49151000\(phone)")
            sends.append((request, try await bench.send(request, rules: StoreBench.eager)))
        }
    }
    let all = sends
    _ = try await bench.atOnce(3 * all.count) { number in
        let (request, order) = all[number % all.count]
        switch number / all.count {
        case 0: return try await bench.accept("\(number)", order, request, worker: number)
        case 1:
            try await bench.tell(.delivered, of: "\(number % all.count)", worker: number)
            return true
        default:
            return try await bench.check(request, isRight: true, rules: StoreBench.eager, worker: number).isApproved
        }
    }
    let events = try await told(store)
    #expect(Set(events.map(\.id)).count == events.count && events.count == 30)
    for (id, mine) in Dictionary(grouping: events, by: \.verification) {
        #expect(mine.map(\.sequence).sorted() == Array(1...5), "\(id)")
        #expect(mine.filter { $0.kind == .delivered }.map(\.message).sorted { $0 ?? 0 < $1 ?? 0 } == [1, 2])
    }
}

private func tellsNobodyOfReceipts(_ bench: StoreBench, _ store: any EventOutbox, of app: String) async throws {
    let request = try await bench.reported("silent", app: app)
    try await bench.tell(.undelivered, of: "silent")
    try await bench.tell(.delivered, of: "silent")
    #expect(try await bench.report(request).messages[0].status == .delivered)
    #expect(try await store.waiting() == 0)
}
