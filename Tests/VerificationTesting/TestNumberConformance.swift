import Testing
import VerificationCore

/// Proves what every store of test numbers promises; `store` has no app at the beginning.
package func exerciseTestNumbers(_ store: any AppStore, bench: StoreBench) async throws {
    let (app, other) = (try #require(AppID("shop")), try #require(AppID("bank")))
    #expect(try await store.save(try bench.testNumber(), of: app, limit: 10) == .tooMany, "there is no such app")
    for id in [app, other] { try await store.save(App(id: id, displayName: "App")) }
    let first = try bench.testNumber("+491510001", scenario: .late, expiresAt: bench.now + .seconds(60))
    let second = try bench.testNumber("+491510002")
    #expect(try await store.save(first, of: app, limit: 3) == .saved(first))
    #expect(try await store.save(second, of: app, limit: 3) == .saved(second))
    #expect(try await store.testNumbers(of: app) == [first, second])
    let listed = try await store.apps().readable.map(\.testNumbers)
    #expect(listed == [[:], [first.phone.e164: first, second.phone.e164: second]])

    // A changed test number keeps its id and its place in the list, and does not count once more against the limit.
    let changed = try bench.testNumber("+491510001", scenario: .gatewayDown)
    let kept = try #require(try await store.save(changed, of: app, limit: 0).number)
    #expect(kept.id == first.id && kept.scenario == .gatewayDown && kept.expiresAt == nil && kept.code == changed.code)
    #expect(try await store.testNumbers(of: app) == [kept, second])

    #expect(try await store.save(try bench.testNumber("+491510003"), of: app, limit: 2) == .tooMany)
    #expect(try await store.save(first, of: other, limit: 1).number?.phone == first.phone)
    #expect(try await !store.removeTestNumber(second.id, of: other))
    #expect(try await store.removeTestNumber(second.id, of: app))
    #expect(try await !store.removeTestNumber(second.id, of: app))
    #expect(try await store.testNumbers(of: app) == [kept])
    #expect(try await store.testNumbers(of: other).count == 1)

    try await realNumbers(store, of: app, other: other, bench)
    try await replacing(store, of: app, bench)

    let saved = try await bench.atOnce(20) { number in
        try await store.save(try bench.testNumber("+49160000\(100 + number)"), of: app, limit: 10)
    }
    #expect(saved.count { $0.number != nil } == 9)
    #expect(try await store.testNumbers(of: app).count == 10)
}

/// Proves that a store refuses a number to which the app has really sent, because the number is a person's.
///
/// It takes a number to which no send left, or to which only another app has sent.
private func realNumbers(
    _ store: any AppStore, of app: AppID, other: AppID, _ bench: StoreBench
) async throws {
    let number = try bench.testNumber("+491510004")
    let request = try bench.request(phone: number.phone.e164, app: app.name)
    let order = try await bench.send(request)
    #expect(try await store.save(number, of: app, limit: 1_000) == .inUse)
    #expect(try await store.save(number, of: other, limit: 1_000) == .saved(number))
    #expect(try await bench.record(.failed(reason: "status-400"), of: order, request))
    let second = try bench.testNumber("+491510004")
    #expect(try await store.save(second, of: app, limit: 1_000) == .saved(second))
    #expect(try await store.testNumberInUse(of: app) == nil)
    let tested = try bench.request(phone: number.phone.e164, app: app.name)
    let played = try await bench.send(tested, testNumber: second)
    #expect(try await bench.record(.accepted(gatewayID: nil), of: played, tested))
    #expect(try await store.save(second, of: app, limit: 1_000) == .saved(second))
    #expect(try await store.testNumberInUse(of: app) == nil)

    // While its test numbers are switched off, the app sends to a number that stays in its list.
    let real = try bench.request(phone: number.phone.e164, app: app.name)
    let sent = try await bench.send(real)
    #expect(try await store.testNumberInUse(of: app) == number.phone)
    #expect(try await store.testNumberInUse(of: other) == nil)
    #expect(try await store.removeTestNumber(second.id, of: app))
    #expect(try await store.testNumberInUse(of: app) == nil)
    #expect(try await bench.record(.accepted(gatewayID: nil), of: sent, real))
    #expect(try await store.save(second, of: app, limit: 1_000) == .inUse)
}

/// Proves that test numbers take the place of others as a whole, or not at all; the app keeps the number that it had.
private func replacing(_ store: any AppStore, of app: AppID, _ bench: StoreBench) async throws {
    let before = try await store.testNumbers(of: app)
    let kept = try #require(before.first)
    let (first, second) = (try bench.testNumber("+491510011"), try bench.testNumber("+491510012"))
    #expect(try await store.replace([], with: [first, second], of: app, limit: 2) == .tooMany)
    let real = try bench.testNumber("+491510004")
    #expect(try await store.replace([kept.id], with: [first, real], of: app, limit: 9) == .inUse(real.phone))
    #expect(try await store.testNumbers(of: app) == before)

    #expect(try await store.replace([kept.id], with: [first, second], of: app, limit: 2) == .replaced)
    #expect(try await store.testNumbers(of: app) == [first, second])
    let changed = try bench.testNumber("+491510011", scenario: .late)
    #expect(try await store.replace([second.id, real.id], with: [changed], of: app, limit: 1) == .replaced)
    let left = try await store.testNumbers(of: app)
    #expect(left.map(\.id) == [first.id] && left.first?.scenario == .late)
    let nobody = try #require(AppID("nobody"))
    #expect(try await store.replace([first.id], with: [second], of: nobody, limit: 9) == .tooMany)
    #expect(try await store.testNumbers(of: app) == left)
    #expect(try await store.replace([first.id], with: before, of: app, limit: 9) == .replaced)
}

extension SavedTestNumber {
    fileprivate var number: TestNumber? {
        switch self {
        case .saved(let number): number
        case .tooMany, .inUse: nil
        }
    }
}

/// Proves what every store promises that encrypts codes again under another key; `store` has no app at the beginning.
package func exerciseReseal(
    _ store: any AppStore, bench: StoreBench
) async throws {
    let app = try #require(AppID("shop"))
    try await store.save(App(id: app, displayName: "Shop"))
    let secrets: [String] = [1, 2].map { Base64.encodeForURL(Array(repeating: $0, count: 32)) }
    let (old, ring) = (try KeyRing("k1:\(secrets[0])"), try KeyRing("k2:\(secrets[1]), k1:\(secrets[0])"))
    let (mine, lost) = (try bench.testNumber("+491510001"), try bench.testNumber("+491510002"))
    let sealed = try #require(old.seal(code: "123456", of: mine.phone.e164, app: app))
    _ = try await store.save(TestNumber(id: mine.id, phone: mine.phone, code: sealed), of: app, limit: 2)
    _ = try await store.save(lost, of: app, limit: 2)
    #expect(try await store.resealTestNumbers(by: ring) == (1, 1), "the ring lacks the other's key")
    #expect(try await store.resealTestNumbers(by: ring) == (0, 1))
    let kept = try await store.testNumbers(of: app)
    #expect(kept.map(\.code.keyName) == ["k2", lost.code.keyName] && kept.last == lost)
    #expect(kept.first.flatMap { ring.open($0.code, of: $0.phone.e164, app: app) } == "123456")
}
