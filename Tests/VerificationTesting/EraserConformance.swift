import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who erases phones may rely on.
    package static let erasing = PortPromises(
        to: "VerificationStore, erasing",
        [
            StorePromise("an erased phone has no verifications, and its next request begins a new one", erase),
            StorePromise("an erased phone keeps what it has used of its limits", eraseKeepsLimits),
            StorePromise("a phone is forgotten with the named apps, and with no other", erasedForSeveralApps),
            StorePromise("where an app has nothing of a phone, nothing is forgotten", othersEraseNothing),
        ])
}

func erase(_ bench: StoreBench) async throws {
    let approved = try await bench.verification()
    #expect(try await bench.check(approved, isRight: true).isApproved)
    let live = try bench.request(key: "order 7")
    let order = try await bench.send(live)
    let joined = try bench.request()
    #expect(try await bench.claim(joined).joined != nil)
    let (neighbour, elsewhere) = (try bench.request(phone: "+491510002"), try bench.request(app: "other"))
    for request in [neighbour, elsewhere] { _ = try await bench.send(request) }
    #expect(try await bench.check(live, isRight: false, key: "check").wrong != nil)

    #expect(try await bench.erase(live) == 2)
    for request in [approved, live, joined] {
        #expect(try await bench.find(request) == .missing(.erased))
        #expect(try await bench.check(request, isRight: true) == .missing(.erased))
    }
    #expect(try await !bench.record(.accepted(gatewayID: nil), of: order, live))
    #expect(try await bench.check(live, isRight: false, key: "check") == .missing(.erased))
    // The broker may deliver the requests once more. The store knows their ids and sends nothing a second time.
    for request in [approved, live, joined] { #expect(try await bench.claim(request) == .known) }
    for request in [neighbour, elsewhere] { #expect(try await bench.report(request).messages.count == 1) }
    #expect(try await bench.erase(live) == 0)

    let next = try bench.request(key: "order 7")
    #expect(try await bench.send(next).message == MessageID(verification: next.id, ordinal: 1))
}

func eraseKeepsLimits(_ bench: StoreBench) async throws {
    let once = [RateLimit(1, per: .seconds(86_400))]
    let rules = SendingRules(sendsPerPhone: once, wrongCodesPerPhone: once)
    let request = try await bench.verification(rules: rules)
    #expect(try await bench.check(request, isRight: false, rules: rules).wrong != nil)
    #expect(try await bench.erase(request) == 1)
    #expect(try await bench.claim(try bench.request(), rules: rules).limit?.limit == .sendsPerPhone)
    var generous = rules
    generous.sendsPerPhone = [RateLimit(100, per: .seconds(86_400)), RateLimit(100, per: .seconds(86_400))]
    let again = try await bench.verification(phone: "+491510002", rules: generous)
    #expect(try await bench.check(again, isRight: false, rules: rules).wrong != nil)
    #expect(try await bench.erase(again) == 1)
    let last = try await bench.verification(phone: "+491510002", rules: generous)
    #expect(try await bench.check(last, isRight: false, rules: rules).limit?.limit == .wrongCodesPerPhone)
}

func othersEraseNothing(_ bench: StoreBench) async throws {
    let request = try await bench.verification()
    #expect(try await bench.erase(try bench.request(app: "other")) == 0)
    #expect(try await bench.store.erase(request.phone.e164, of: []) == 0)
    #expect(try await bench.report(request).status == .pending)
}

func erasedForSeveralApps(_ bench: StoreBench) async throws {
    let apps = ["demo", "other", "third"]
    let requests = try apps.map { try bench.request(app: $0) }
    for request in requests { _ = try await bench.send(request) }
    #expect(try await bench.store.erase(requests[0].phone.e164, of: requests[..<2].map(\.app)) == 2)
    var found: [FoundVerification<NoRecord>] = []
    for request in requests[..<2] { found.append(try await bench.find(request)) }
    #expect(found == [.missing(.erased), .missing(.erased)])
    #expect(try await bench.report(requests[2]).status == .pending)
}
