import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who looks for verifications by the names of other systems may rely on.
    package static let finding = PortPromises(
        to: "VerificationStore, finding",
        [
            StorePromise("each request's id leads to its verification in whichever app, unless it was erased", byID),
            StorePromise("a phone's verifications in all apps are told newest first, page by page", byPhone),
            StorePromise("each member of a filter leaves out what does not fit it", byFilter),
            StorePromise(
                "a reason and a message's status find the messages, the calls and the refusals that have them", byReason
            ),
            StorePromise("the verifications of a time are told page by page, each once", byTime),
            StorePromise(
                "a time finds the verifications of keys that began in it, wherever in their day their ids are",
                byTimeOfKey),
            StorePromise("a trace leads to the verifications of its requests, newest first, in any app", byTrace),
            StorePromise("a request that joins a verification leads to it by its own trace", byTraceOfJoining),
            StorePromise(
                "the trail of a verification tells each request that joined it, and no other's", byTrail),
            StorePromise("a gateway's id leads to its message's verification, and not to an erased one", byGatewayID),
        ])
}

func byID(_ bench: StoreBench) async throws {
    let (first, other) = (try await bench.verification(), try bench.request(phone: "+441510002", app: "other"))
    _ = try await bench.send(other)
    let joining = try bench.request()
    #expect(try await bench.claim(joining).order == nil)
    #expect(try await bench.check(first, isRight: false).wrong != nil)
    let pending = try #require(try await bench.store.verification(joining.id))
    #expect(pending.report == (try await bench.report(first)) && pending.region == "DE" && pending.wrongCodes == 1)
    #expect(pending.endedAt == nil)
    #expect(try await bench.store.verification(other.id)?.region == "GB")
    #expect(try await bench.check(first, isRight: true).isApproved)
    let approved = try #require(try await bench.store.verification(first.id))
    #expect(approved.report.status == .approved && approved.endedAt.map { $0 >= approved.report.createdAt } == true)
    _ = try await bench.cancel(other)
    #expect(try await bench.store.verification(other.id)?.endedAt != nil)
    #expect(try await bench.store.verification(try bench.request().id) == nil)
    _ = try await bench.erase(first)
    #expect(try await bench.store.verification(first.id) == nil)
}

func byPhone(_ bench: StoreBench) async throws {
    var mine: [VerificationRequest] = []
    for app in ["demo", "other", "demo", "third", "other"] {
        let request = try bench.request(app: app)
        _ = try await bench.send(request, rules: StoreBench.eager)
        // Or the app's next request would join this verification.
        _ = try await bench.cancel(request)
        mine.append(request)
    }
    _ = try await bench.send(try bench.request(phone: "+491510002"))
    var (told, last): ([VerificationRecord], VerificationID?) = ([], nil)
    while let page = try await bench.page(of: mine[0].phone, before: last) {
        told += page
        last = page.last?.id
    }
    #expect(told.map(\.id) == mine.reversed().map(\.id))
    for (request, record) in zip(mine.reversed(), told) { #expect(try await bench.report(request) == record.report) }
    #expect(try await bench.store.verifications(of: "+491510003", before: nil, limit: 5).isEmpty)
}

func byFilter(_ bench: StoreBench) async throws {
    let pending = try await bench.verification()
    let approved = try await bench.verification(phone: "+491520002")
    #expect(try await bench.check(approved, isRight: true).isApproved)
    let foreign = try bench.request(phone: "+441510003", app: "other")
    let isSaved = try await bench.record(
        .accepted(gatewayID: nil), of: try await bench.send(foreign), foreign, gateway: "south")
    let unsent = try bench.request(phone: "+491510004")
    _ = try await bench.send(unsent)
    let guessed = try await bench.verification(phone: "+491510005", rules: StoreBench.oneCheck)
    #expect(try await bench.check(guessed, isRight: false, rules: StoreBench.oneCheck).wrong != nil)
    let old = try bench.request(phone: "+491510006")
    _ = try await bench.send(old, rules: StoreBench.deadCodes)
    #expect(isSaved)
    let cases: [(VerificationFilter, [VerificationRequest])] = [
        (.all, [pending, approved, foreign, unsent, guessed, old]),
        (VerificationFilter(status: .pending), [pending, foreign, unsent]),
        (VerificationFilter(status: .approved), [approved]), (VerificationFilter(status: .refused), []),
        (VerificationFilter(status: .maxAttemptsReached), [guessed]), (VerificationFilter(status: .expired), [old]),
        (VerificationFilter(app: "other"), [foreign]), (VerificationFilter(app: "nobody's"), []),
        (VerificationFilter(region: "GB"), [foreign]),
        (VerificationFilter(prefix: PhonePrefix("+4915")), [pending, approved, unsent, guessed, old]),
        (VerificationFilter(prefix: PhonePrefix("+49152")), [approved]),
        (VerificationFilter(gateway: "south"), [foreign]),
        (VerificationFilter(gateway: "gateway"), [pending, approved, guessed]),
        (VerificationFilter(status: .pending, app: "demo", region: "DE", gateway: "gateway"), [pending]),
        (VerificationFilter(status: .approved, gateway: "south"), []),
    ]
    for (filter, fitting) in cases {
        let page = try await bench.store.verifications(matching: filter, before: nil, limit: 10)
        #expect(page.records.map(\.id) == fitting.reversed().map(\.id), "\(filter)")
        #expect(page.next == nil && !page.isCutShort)
        for record in page.records { #expect(filter.fits(record), "\(filter)") }
    }
}

func byTime(_ bench: StoreBench) async throws {
    var mine: [VerificationRequest] = []
    for number in 0..<5 { mine.append(try await bench.verification(phone: "+49151000\(number)")) }
    let made = mine[0].id.madeAt
    for (filter, count) in [
        (VerificationFilter.all, 5), (VerificationFilter(app: "demo"), 5), (VerificationFilter(from: made), 5),
        (VerificationFilter(from: made + .milliseconds(1)), 0), (VerificationFilter(until: made), 0),
        (VerificationFilter(from: made, until: made + .milliseconds(1)), 5),
        (VerificationFilter(from: made + .milliseconds(1), until: made), 0),
    ] {
        var (told, next): ([VerificationID], VerificationID?) = ([], nil)
        repeat {
            let page = try await bench.store.verifications(matching: filter, before: next, limit: 2)
            #expect(!page.isCutShort && (page.next == nil || page.records.count == 2))
            told += page.records.map(\.id)
            next = page.next
        } while next != nil
        #expect(told == mine.reversed().prefix(count).map(\.id), "\(filter)")
    }
}

extension StoreBench {
    /// Two at most; nil behind the last page.
    fileprivate func page(of phone: PhoneNumber, before: VerificationID?) async throws -> [VerificationRecord]? {
        let page = try await store.verifications(of: phone.e164, before: before, limit: 2)
        return page.isEmpty ? nil : page
    }

    fileprivate static let oneCheck = SendingRules(maxChecks: 1)
    fileprivate static let deadCodes = SendingRules(codeLife: .zero)
}

private let traces = (1...3).map { TraceID(high: 0x4bf9_2f35_77b3_4da6, low: 0xa3ce_929d_0e0e_4700 + $0) }

func byTrace(_ bench: StoreBench) async throws {
    var mine: [VerificationRequest] = []
    for (number, app) in ["demo", "other", "demo"].enumerated() {
        let request = try bench.request(phone: "+49151000\(number)", app: app)
        _ = try await bench.send(request, trace: traces[0])
        mine.append(request)
    }
    _ = try await bench.send(try bench.request(phone: "+491510009"), trace: traces[1])
    _ = try await bench.send(try bench.request(phone: "+491510008"))
    let found = try await bench.store.verifications(inTrace: traces[0], limit: 10)
    #expect(found.map(\.id) == mine.reversed().map(\.id))
    for (request, record) in zip(mine.reversed(), found) { #expect(try await bench.report(request) == record.report) }
    let two = try await bench.store.verifications(inTrace: traces[0], limit: 2)
    #expect(two == Array(found.prefix(2)))
    #expect(try await bench.store.verifications(inTrace: traces[2], limit: 10).isEmpty)
    #expect(try await bench.store.verifications(inTrace: TraceID(high: 0, low: 0), limit: 10).isEmpty)

    #expect(try await bench.store.erase(mine[1].phone.e164, of: [mine[1].app]) == 1)
    let left = try await bench.store.verifications(inTrace: traces[0], limit: 10)
    #expect(left.map(\.id) == [mine[2].id, mine[0].id])
}

func byTraceOfJoining(_ bench: StoreBench) async throws {
    let first = try bench.request(clientIP: "192.0.2.7")
    _ = try await bench.send(first, trace: traces[0])
    let record = try await bench.store.verification(first.id)
    #expect(record?.trace == traces[0] && record?.network == first.clientIP?.network && record?.network != nil)
    // A redelivery of a request that is on record changes nothing about its trace.
    #expect(try await bench.claim(first, trace: traces[2]).order == nil)
    for _ in 0..<2 { #expect(try await bench.claim(try bench.request(), trace: traces[1]).order == nil) }
    for (trace, ids) in zip(traces, [[first.id], [first.id], []]) {
        #expect(try await bench.store.verifications(inTrace: trace, limit: 10).map(\.id) == ids)
    }
}

func byGatewayID(_ bench: StoreBench) async throws {
    var mine: [VerificationRequest] = []
    for (number, gateway) in ["north", "south", "north"].enumerated() {
        let request = try bench.request(phone: "+49151000\(number)", app: number == 1 ? "other" : "demo")
        let order = try await bench.send(request)
        let id = number == 2 ? "SM-8" : "SM-7"
        let isSaved = try await bench.record(
            .accepted(gatewayID: id), of: order, request, gateway: gateway, reportsDelivery: true)
        #expect(isSaved)
        mine.append(request)
    }
    // A receipt may come before its message's record; it leads nowhere yet.
    let early = DeliveryReceipt(gatewayID: "SM-9", status: .delivered, reason: nil)
    _ = try await bench.store.noteAll([GatewayReceipt(gateway: "north", receipt: early)])
    for (id, found) in [("SM-7", [mine[1], mine[0]]), ("SM-8", [mine[2]]), ("SM-9", []), ("SM", []), ("", [])] {
        #expect(try await bench.store.verifications(withGatewayID: id, limit: 10).map(\.id) == found.map(\.id))
    }
    #expect(try await bench.store.verifications(withGatewayID: "SM-7", limit: 1).map(\.id) == [mine[1].id])
    #expect(try await bench.store.verifications(withGatewayID: "SM\u{0}7", limit: 10).isEmpty)
    let record = try await bench.store.verifications(withGatewayID: "SM-8", limit: 10).first
    #expect(try await bench.report(mine[2]) == record?.report)

    #expect(try await bench.store.erase(mine[0].phone.e164, of: [mine[0].app]) == 1)
    #expect(try await bench.store.verifications(withGatewayID: "SM-7", limit: 10).map(\.id) == [mine[1].id])
}
