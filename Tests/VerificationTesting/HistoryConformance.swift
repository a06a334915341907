import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who lists a phone's verifications may rely on.
    package static let history = PortPromises(
        to: "VerificationStore, a phone's history",
        [
            StorePromise("a phone's verifications are told newest first, page by page, and nobody else's", listed)
        ])
}

func listed(_ bench: StoreBench) async throws {
    #expect(try await bench.store.verifications(of: try bench.request().phoneKey, before: nil, limit: 5).isEmpty)
    var mine: [VerificationRequest] = []
    for number in 0..<5 {
        let request = try bench.request(metadata: ["number": "\(number)"])
        let order = try await bench.send(request, rules: StoreBench.eager)
        _ = try await bench.record(.accepted(gatewayID: "gw-\(number)"), of: order, request)
        if number < 4 { _ = try await bench.cancel(request) }
        mine.append(request)
    }
    #expect(try await bench.claim(try bench.request(), rules: StoreBench.eager).order != nil)
    let refused = try bench.request()
    let once = SendingRules(resendAfter: .zero, sendsPerPhone: [RateLimit(1, per: .seconds(86_400))])
    #expect(try await bench.claim(refused, rules: once).limit != nil)
    for stranger in [try bench.request(phone: "+491510002"), try bench.request(app: "other")] {
        _ = try await bench.send(stranger, rules: StoreBench.eager)
    }

    var pages: [[VerificationReport]] = []
    var last: VerificationID?
    repeat {
        let page = try await bench.store.verifications(of: refused.phoneKey, before: last, limit: 2)
        pages.append(page)
        last = page.last?.id
    } while pages.last?.count == 2
    let told = pages.flatMap { $0 }
    let own = told.filter { report in mine.contains { $0.id == report.id } }
    #expect(pages.map(\.count).dropLast().allSatisfy { $0 == 2 })
    #expect(told.map(\.id) == told.map(\.id).sorted().reversed())
    #expect(own.map(\.id) == mine.reversed().map(\.id))
    for (request, report) in zip(mine.reversed(), own) { #expect(try await bench.report(request) == report) }
    #expect(Set(told.map(\.phone)) == [refused.phone.e164] && Set(told.map(\.app)) == [refused.app])
}
