import Testing
import VerificationCore

func byTimeOfKey(_ bench: StoreBench) async throws {
    var keyed: [VerificationRecord] = []
    for number in 0..<5 {
        let request = try bench.request(phone: "+49151000\(number)", key: "order-\(number)").withIDOfKey()
        _ = try await bench.send(request)
        keyed.append(try #require(try await bench.store.verification(request.id)))
    }
    let plain = try #require(try await bench.store.verification(try await bench.verification(phone: "+491510009").id))
    // The ids of the keys are anywhere in the day, most of them hours away.
    let days = Duration.seconds(2 * 86_400)
    for record in keyed {
        let began = record.report.createdAt
        for (filter, isIn) in [
            (VerificationFilter(from: began, until: began + .microseconds(1)), true),
            (VerificationFilter(from: began), true), (VerificationFilter(from: began - days, until: began), false),
            (VerificationFilter(from: began + .microseconds(1)), false),
            (VerificationFilter(app: "demo", from: began - days, until: began + days), true),
        ] {
            let told = try await bench.told(filter)
            #expect(told.map(\.id).contains(record.id) == isIn && filter.fits(record) == isIn, "\(filter)")
            #expect(Set(told).count == told.count && told.allSatisfy(filter.fits), "\(filter)")
        }
    }
    let made = plain.id.madeAt
    let inItsMillisecond = try await bench.told(VerificationFilter(from: made, until: made + .milliseconds(1)))
    #expect(inItsMillisecond.contains(plain))
    let all = keyed + [plain]
    #expect(Set(try await bench.told(VerificationFilter(from: made - days, until: made + days))) == Set(all))
}

extension StoreBench {
    /// All that fit, page by page; a store's last page is always reached.
    fileprivate func told(_ filter: VerificationFilter) async throws -> [VerificationRecord] {
        var (told, next): ([VerificationRecord], VerificationID?) = ([], nil)
        repeat {
            let page = try await store.verifications(matching: filter, before: next, limit: 2)
            told += page.records
            next = page.next
        } while next != nil
        return told
    }
}

extension VerificationRequest {
    /// The request with the id that the API gives a request of its idempotency key.
    package func withIDOfKey() throws -> VerificationRequest {
        let id = StoreBench.ring.makeID(for: self, key: try #require(idempotencyKey))
        return VerificationRequest(
            id: id, app: app, phone: phone, language: language, clientIP: clientIP, autofill: autofill,
            metadata: metadata, idempotencyKey: idempotencyKey, requestedAt: requestedAt, deadline: deadline)
    }
}
