import Testing
import VerificationCore

extension PortPromises {
    /// What whoever brings providers' receipts may rely on.
    package static let receipts = PortPromises(
        to: "VerificationStore, receipts",
        [
            StorePromise("a receipt changes its message's status, and nothing of the verification", late),
            StorePromise("a receipt that comes before the record is kept, and the record finds it", early),
            StorePromise("a receipt that comes twice, or after a farther word, changes nothing", twiceAndBackwards),
            StorePromise("receipts of a batch have the same end in any order", anyOrder),
            StorePromise("each receipt of a batch has its answer, and a message's change is told once", ownAnswers),
            StorePromise("two gateways may give the same id", twoGateways),
            StorePromise("a message with several ids is found by each of them", severalIDs),
            StorePromise("an id that a provider gives twice is the newest message's", idGivenTwice),
            StorePromise("a receipt about no message, or with an id that nobody can keep, changes nothing", unknownID),
            StorePromise("a message whose gateway gives no id, or reports no delivery, has no receipts", noReceipts),
            StorePromise("a message that failed, or that waits for its next try, stays as it is", notAccepted),
            StorePromise("an erased phone's receipts change nothing, and the ids are free again", erasedReceipts),
            StorePromise("a record that is repeated after a receipt is still on record", repeatedRecord),
            StorePromise("a receipt changes the stamp of its verification, and no other's", stampOfReceipt),
            StorePromise("many batches and records at once end as their sum", manyBatches),
        ])
}

extension StoreBench {
    /// Makes a new verification, whose message the gateway has accepted under this id and will report on.
    fileprivate func reported(
        _ id: String, by gateway: String = "gateway", phone: String = "+491510001"
    ) async throws -> VerificationRequest {
        let request = try request(phone: phone)
        let order = try await send(request, rules: Self.eager)
        try #require(await accept(id, by: gateway, order, request))
        return request
    }

    fileprivate func accept(
        _ id: String?, by gateway: String = "gateway", _ order: SendOrder, _ request: VerificationRequest,
        worker: Int = 0
    ) async throws -> Bool {
        try await record(
            .accepted(gatewayID: id), of: order, request, gateway: gateway, reportsDelivery: true, worker: worker)
    }

    fileprivate func tell(
        _ statuses: DeliveryStatus..., of id: String, by gateway: String = "gateway", reason: String? = nil
    ) async throws {
        try await store.noteAll(
            statuses.map {
                GatewayReceipt(
                    gateway: gateway, receipt: DeliveryReceipt(gatewayID: id, status: $0, reason: reason))
            })
    }

    /// The statuses and reasons of the request's messages.
    fileprivate func standing(_ request: VerificationRequest) async throws -> [String] {
        try await report(request).messages.map { message in
            message.status.rawValue + (message.reason.map { ": \($0)" } ?? "")
        }
    }
}

func late(_ bench: StoreBench) async throws {
    let (first, second) = (try await bench.reported("a"), try await bench.reported("b", phone: "+491510002"))
    let before = try await bench.report(first)
    try await bench.tell(.queued, .sent, .unknown, of: "a")
    #expect(try await bench.report(first) == before)

    try await bench.tell(.undelivered, of: "a", reason: "error-30003")
    #expect(try await bench.standing(first) == ["undelivered: error-30003"])
    let after = try await bench.report(first)
    #expect(after.status == .pending && after.reason == nil && after.expiresAt == before.expiresAt)
    #expect(after.messages[0].gatewayID == "a" && after.messages[0].gateway == "gateway")
    #expect(after.messages[0].updatedAt >= before.messages[0].updatedAt)

    try await bench.tell(.delivered, of: "a")
    #expect(try await bench.standing(first) == ["delivered"])
    #expect(try await bench.report(first).status == .pending)
    #expect(try await bench.standing(second) == ["accepted"])
    #expect(try await bench.check(first, isRight: true).isApproved)
    try await bench.tell(.expired, of: "b")
    #expect(try await bench.standing(second) == ["undelivered: expired"])
    #expect(try await bench.check(second, isRight: true).isApproved)
}

func early(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let order = try await bench.send(request)
    try await bench.tell(.rejected, of: "a", reason: "blocked")
    #expect(try await bench.standing(request) == ["sending"])
    #expect(try await bench.accept("a", order, request))
    #expect(try await bench.standing(request) == ["undelivered: blocked"])
    try await bench.tell(.delivered, of: "a")
    #expect(try await bench.standing(request) == ["delivered"])

    let other = try bench.request(phone: "+491510002")
    let otherOrder = try await bench.send(other)
    try await bench.tell(.sent, of: "b")
    try await bench.tell(.delivered, .undelivered, of: "c")
    #expect(try await bench.accept("b", otherOrder, other))
    #expect(try await bench.standing(other) == ["accepted"])
    #expect(try await bench.standing(try await bench.reported("c", phone: "+491510003")) == ["delivered"])
}

func twiceAndBackwards(_ bench: StoreBench) async throws {
    let request = try await bench.reported("a")
    try await bench.tell(.undelivered, of: "a", reason: "absent")
    let undelivered = try await bench.report(request)
    for status in [DeliveryStatus.undelivered, .queued, .sent, .unknown] {
        try await bench.tell(status, of: "a", reason: "absent")
        #expect(try await bench.report(request) == undelivered, "not even the time changes")
    }
    try await bench.tell(.delivered, of: "a")
    let delivered = try await bench.report(request)
    for status in DeliveryStatus.allCases {
        try await bench.tell(status, of: "a", reason: "late")
        #expect(try await bench.report(request) == delivered)
    }
}

func anyOrder(_ bench: StoreBench) async throws {
    let request = try await bench.reported("a")
    try await bench.store.noteAll([])
    try await bench.tell(.failed, .sent, .undelivered, .queued, of: "a", reason: "busy")
    #expect(try await bench.standing(request) == ["undelivered: busy"])
    try await bench.tell(.expired, of: "a", reason: "absent")
    #expect(try await bench.standing(request) == ["undelivered: absent"])
    try await bench.tell(.failed, of: "a", reason: "busy")
    #expect(try await bench.standing(request) == ["undelivered: absent"])
    try await bench.tell(.delivered, .failed, .sent, of: "a", reason: "zero")
    #expect(try await bench.standing(request) == ["delivered"])
}

func ownAnswers(_ bench: StoreBench) async throws {
    let (first, second) = (try await bench.reported("a"), try await bench.reported("b", phone: "+491510002"))
    let receipts = ["nobody's", "a", "", "b", "a"].map {
        GatewayReceipt(gateway: "gateway", receipt: DeliveryReceipt(gatewayID: $0, status: .delivered))
    }
    let changed = try await bench.store.note(receipts).map { try $0.get()?.message.verification }
    #expect(changed == [nil, first.id, nil, second.id, nil])
    #expect(try await bench.store.note(receipts).allSatisfy { try $0.get() == nil })
    #expect(await bench.store.note([]).isEmpty)
}

func twoGateways(_ bench: StoreBench) async throws {
    let first = try await bench.reported("1", by: "smsc")
    let second = try await bench.reported("1", by: "kannel", phone: "+491510002")
    try await bench.tell(.delivered, of: "1", by: "kannel")
    try await bench.tell(.delivered, of: "1", by: "elsewhere")
    #expect(try await bench.standing(first) == ["accepted"])
    #expect(try await bench.standing(second) == ["delivered"])
}

func severalIDs(_ bench: StoreBench) async throws {
    try await bench.tell(.delivered, of: "b1")
    let (parts, early) = (
        try await bench.reported("a1\na2\na3"), try await bench.reported("b1\nb2", phone: "+491510002")
    )
    #expect(try await bench.standing(early) == ["delivered"], "the receipt of a part came before the record")
    try await bench.tell(.sent, of: "a2")
    #expect(try await bench.standing(parts) == ["accepted"])
    try await bench.tell(.delivered, of: "a1")
    try await bench.tell(.sent, of: "a3")
    #expect(try await bench.standing(parts) == ["delivered"], "no part takes back what another said")
    for (number, ids) in [["c1", "c2", "c3"], ["d2", "d1", "d3"]].enumerated() {
        try await bench.tell(.undelivered, of: ids[0])
        try await bench.tell(.delivered, of: ids[1])
        let early = try await bench.reported(ids.sorted().joined(separator: "\n"), phone: "+49151001\(number)")
        #expect(try await bench.standing(early) == ["delivered"], "of two parts before the record")
    }
}

func idGivenTwice(_ bench: StoreBench) async throws {
    let first = try await bench.reported("1")
    try await bench.tell(.undelivered, of: "1")
    let second = try await bench.reported("1", phone: "+491510002")
    #expect(try await bench.standing(first) == ["undelivered"])
    #expect(try await bench.standing(second) == ["accepted"], "what was said is about the earlier message")
    try await bench.tell(.delivered, of: "1")
    #expect(try await bench.standing(first) == ["undelivered"])
    #expect(try await bench.standing(second) == ["delivered"])
    #expect(try await bench.erase(first) == 1)
    let third = try await bench.reported("2", phone: "+491510003")
    try await bench.tell(.delivered, of: "2")
    #expect(try await bench.standing(third) == ["delivered"])
}

func unknownID(_ bench: StoreBench) async throws {
    let request = try await bench.reported("a")
    let before = try await bench.report(request)
    try await bench.tell(.delivered, of: "nobody's")
    for id in ["", "a\0", String(repeating: "a", count: 256), "A", " a", "a'; drop table receipt; --"] {
        try await bench.tell(.delivered, of: id, reason: "nul\0")
    }
    #expect(try await bench.report(request) == before)
    let longest = String(repeating: "a", count: 255)
    let long = try await bench.reported(longest, phone: "+491510002")
    try await bench.tell(.undelivered, of: longest, reason: "Not a word, +491510002")
    #expect(try await bench.standing(long) == ["undelivered"], "a reason that may tell a number is not kept")
    let tooLong = try await bench.reported(longest + "a", phone: "+491510003")
    try await bench.tell(.delivered, of: longest + "a")
    #expect(try await bench.standing(tooLong) == ["accepted"])
}

func noReceipts(_ bench: StoreBench) async throws {
    let silent = try await bench.verification()
    try await bench.tell(.delivered, of: "gw-1")
    #expect(try await bench.standing(silent) == ["accepted"])
    let anonymous = try bench.request(phone: "+491510002")
    #expect(try await bench.accept(nil, try await bench.send(anonymous), anonymous))
    try await bench.tell(.delivered, of: "")
    #expect(try await bench.standing(anonymous) == ["accepted"])
}

func notAccepted(_ bench: StoreBench) async throws {
    let outcomes: [(SendRecord.Outcome, String)] = [
        (.failed(reason: "busy"), "failed: busy"), (.waiting(.seconds(60), reason: "busy"), "sending: busy"),
        (.unknown(reason: "silent"), "unknown: silent"),
    ]
    for (number, (outcome, standing)) in outcomes.enumerated() {
        let request = try bench.request(phone: "+49151000\(number)")
        let order = try await bench.send(request)
        #expect(try await bench.record(outcome, of: order, request, reportsDelivery: true))
        try await bench.tell(.delivered, of: "a")
        #expect(try await bench.standing(request) == [standing])
    }
}

func erasedReceipts(_ bench: StoreBench) async throws {
    let request = try await bench.reported("a")
    let neighbour = try await bench.reported("b", phone: "+491510002")
    try await bench.tell(.undelivered, of: "a")
    #expect(try await bench.erase(request) == 1)
    #expect(try await bench.standing(try await bench.reported("a", phone: "+491510003")) == ["accepted"])
    try await bench.tell(.delivered, of: "a")
    try await bench.tell(.delivered, of: "b")
    #expect(try await bench.standing(neighbour) == ["delivered"])
    #expect(try await bench.find(request) == .missing(.erased))

    let late = try bench.request(phone: "+491510004")
    let order = try await bench.send(late)
    #expect(try await bench.erase(late) == 1)
    #expect(try await !bench.accept("c", order, late))
    try await bench.tell(.delivered, of: "c")
    #expect(try await bench.find(late) == .missing(.erased))
}

func repeatedRecord(_ bench: StoreBench) async throws {
    let request = try bench.request()
    let order = try await bench.send(request)
    #expect(try await bench.accept("a", order, request))
    try await bench.tell(.delivered, of: "a")
    let delivered = try await bench.report(request)
    #expect(try await bench.accept("a", order, request), "the worker has not heard the first answer")
    #expect(try await !bench.accept("b", order, request), "another outcome is on record")
    try await bench.tell(.undelivered, of: "b")
    #expect(try await bench.report(request) == delivered)
}

func stampOfReceipt(_ bench: StoreBench) async throws {
    let (first, second) = (try await bench.reported("a"), try await bench.reported("b", phone: "+491510002"))
    let before = try await bench.store.stamps(of: [first.id, second.id])
    try await bench.tell(.sent, of: "a")
    #expect(try await bench.store.stamps(of: [first.id, second.id]) == before)
    try await bench.tell(.delivered, of: "a")
    let after = try await bench.store.stamps(of: [first.id, second.id])
    #expect(after[first.id] != before[first.id] && after[second.id] == before[second.id])
}

/// Two hundred calls at once, of which forty record a message each and the others bring receipts of any messages.
func manyBatches(_ bench: StoreBench) async throws {
    var random = SeededRandom(seed: SeededRandom.seedOfRun())
    let seed = random.seed
    let requests = try (0..<40).map { try bench.request(phone: "+49151\(10_000 + $0)") }
    var orders: [SendOrder] = []
    for request in requests { orders.append(try await bench.send(request)) }
    // Most messages are never delivered, so that reasons meet.
    let failing = DeliveryStatus.allCases.filter { $0 != .delivered }
    let statuses = failing + failing + failing + [.delivered]
    let reasons = [nil, "absent", "busy", "error-1"]
    let batches = (0..<160).map { _ in
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
            GatewayReceipt(
                gateway: "gateway",
                receipt: DeliveryReceipt(
                    gatewayID: "id \(Int.random(in: 0..<45, using: &random))",
                    status: statuses[Int.random(in: statuses.indices, using: &random)],
                    reason: reasons[Int.random(in: 0..<reasons.count, using: &random)]))
        }
    }
    let calls = Array(0..<200).shuffled(using: &random)
    let sent = orders
    _ = try await bench.atOnce(200) { place in
        let number = calls[place]
        guard number < 40 else {
            try await bench.workers[number % bench.workers.count].noteAll(batches[number - 40])
            return
        }
        let isOurs = try await bench.accept("id \(number)", sent[number], requests[number], worker: number)
        #expect(isOurs, "seed \(seed)")
    }
    let told = [ReceiptKey: Delivery](batches.flatMap(\.self))
    for (number, request) in requests.enumerated() {
        let key = try #require(ReceiptKey("id \(number)", of: "gateway"))
        let (expected, message) = (told[key] ?? .taken, try await bench.report(request).messages[0])
        #expect(message.status == expected.status && message.reason == expected.reason, "seed \(seed), id \(number)")
    }
}
