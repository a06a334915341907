import Testing
import VerificationCore

/// Proves what every store of tallies promises to processes that count, and to an operator's pages.
///
/// The store is empty at the beginning.
package func exerciseTallies(_ store: any TallyStore, _ reader: any TallyStore) async throws {
    try await store.add([])
    #expect(try await reader.totals(all) == [:])
    #expect(try await reader.groups(all, most: 10).isEmpty)
    try await addsUp(store, reader)
    try await comparesWeeks(reader)
    try await sumsByDimension(reader)
    try await drawsSeries(reader)
    try await groupsFailures(reader)
    try await tellsDeliveries(store, reader)
    try await survivesMany(store, reader)
}

/// A Tuesday, 03:00 UTC.
private let start = Minute(Timestamp(seconds: 1_767_668_400))
private let all = TallyQuestion(Set(TallyKind.allCases), in: start..<start + 1_440)

private func key(
    _ kind: TallyKind, _ minute: Int = 0, app: String = "", region: String = "", gateway: String = "",
    reason: String = ""
) -> TallyKey {
    TallyKey(kind, in: start + minute, app: app, region: region, gateway: gateway, reason: reason)
}

/// Two processes hand over what they counted, the second twice.
private func addsUp(_ store: any TallyStore, _ reader: any TallyStore) async throws {
    let first = [
        Tally(key(.started, 0, app: "demo", region: "DE"), count: 5),
        Tally(key(.started, 1, app: "demo", region: "US"), count: 3),
        Tally(key(.approved, 0, app: "demo", region: "DE"), count: 4),
        Tally(key(.callRefused, 7, app: "demo", region: "DE", gateway: "main", reason: "no-credit"), count: 2),
        Tally(key(.callRefused, 9, app: "demo", region: "US", gateway: "main", reason: "no-credit"), count: 3),
        Tally(key(.callUnknown, 8, app: "demo", region: "US", gateway: "other", reason: "silent"), count: 1),
    ]
    let second = [
        Tally(key(.started, 0, app: "shop", region: "DE"), count: 2),
        Tally(key(.started, 0, app: "demo", region: "DE"), count: 1),
        Tally(key(.started, 0 - 7 * 1_440, app: "demo", region: "DE"), count: 40),
    ]
    for tallies in [first, second, second] { try await store.add(tallies.sorted { $0.key < $1.key }) }
    #expect(try await reader.totals(all) == [.started: 14, .approved: 4, .callRefused: 5, .callUnknown: 1])
}

/// Apps are summed up, resends are left out; what no gateway awaits is there as well: its receipts may have come.
private func tellsDeliveries(_ store: any TallyStore, _ reader: any TallyStore) async throws {
    let later = 3_000
    func place(_ kind: TallyKind, _ minute: Int, _ gateway: String, _ app: String = "demo", _ reason: String = "")
        -> TallyKey
    {
        key(kind, later + minute, app: app, region: "DE", gateway: gateway, reason: reason)
    }
    try await store.add(
        [
            Tally(place(.awaited, 0, "b"), count: 3), Tally(place(.awaited, 0, "b", "shop"), count: 1),
            Tally(place(.awaited, 0, "b", "shop", "again"), count: 2),
            Tally(place(.delivered, 0, "b", "demo", "again"), count: 2),
            Tally(place(.accepted, 0, "b"), count: 9), Tally(place(.delivered, 0, "b"), count: 3),
            Tally(place(.awaited, 0, "a"), count: 1),
            Tally(place(.delivered, 1, "a"), count: 5), Tally(place(.awaited, 2, "a"), count: 7),
        ].sorted { $0.key < $1.key })
    let counts = try await reader.deliveries(in: start + later..<start + later + 2)
    #expect(
        counts == [
            DeliveryCount(minute: start + later, gateway: "a", region: "DE", awaited: 1, delivered: 0),
            DeliveryCount(minute: start + later, gateway: "b", region: "DE", awaited: 4, delivered: 3),
            DeliveryCount(minute: start + later + 1, gateway: "a", region: "DE", awaited: 0, delivered: 5),
        ])
    #expect(try await reader.deliveries(in: start + later..<start + later) == [])
}

private func comparesWeeks(_ reader: any TallyStore) async throws {
    let question = TallyQuestion([.started, .approved], in: start..<start + 15)
    #expect(try await reader.totals(question) == [.started: 14, .approved: 4])
    #expect(try await reader.totals(question.aWeekBefore) == [.started: 80])
    let minute = TallyQuestion([.started], in: start..<start + 1)
    #expect(try await reader.totals(minute) == [.started: 11], "the end of a span is not in it")
    #expect(try await reader.totals(TallyQuestion([.started], in: start..<start)) == [:])
    #expect(try await reader.totals(TallyQuestion([], in: all.span)) == [:])
}

private func sumsByDimension(_ reader: any TallyStore) async throws {
    let question = TallyQuestion([.started, .approved], in: all.span)
    let regions = try await reader.sums(question, by: .region, most: 10)
    #expect(
        regions == [
            TallySum(name: "DE", counts: [.started: 11, .approved: 4]), TallySum(name: "US", counts: [.started: 3]),
        ])
    #expect(try await reader.sums(question, by: .region, most: 1) == [regions[0]])
    #expect(try await reader.sums(question, by: .app, most: 10).map(\.name) == ["demo", "shop"])
    #expect(try await reader.sums(question, by: .gateway, most: 10).map(\.name) == [""])
    let demo = try #require(AppID("demo"))
    let ofDemo = TallyQuestion([.started, .approved], in: all.span, app: demo)
    #expect(
        try await reader.sums(ofDemo, by: .region, most: 10) == [
            TallySum(name: "DE", counts: [.started: 7, .approved: 4]), TallySum(name: "US", counts: [.started: 3]),
        ])
    let narrow = TallyQuestion([.started], in: all.span, app: demo, region: "DE")
    #expect(try await reader.totals(narrow) == [.started: 7])
    let main = TallyQuestion([.callRefused, .callUnknown], in: all.span, gateway: "main")
    #expect(try await reader.totals(main) == [.callRefused: 5])
    let silent = TallyQuestion([.callRefused, .callUnknown], in: all.span, reason: "silent")
    #expect(try await reader.totals(silent) == [.callUnknown: 1])
}

private func drawsSeries(_ reader: any TallyStore) async throws {
    let question = TallyQuestion([.started, .approved, .exhausted], in: start..<start + 4)
    let minutes = try await reader.series(question, step: 1)
    #expect(minutes.beginning == start && minutes.step == 1)
    #expect(minutes.counts[.started] == [11, 3, 0, 0] && minutes.counts[.approved] == [4, 0, 0, 0])
    #expect(minutes.counts[.exhausted] == [0, 0, 0, 0])
    let uneven = TallyQuestion([.callRefused], in: start + 1..<start + 11)
    #expect(try await reader.series(uneven, step: 4).counts == [.callRefused: [0, 2, 3]])
    #expect(try await reader.series(TallyQuestion([.started], in: start..<start), step: 1).counts == [.started: []])
    let reasons = try await reader.seriesByReason(
        TallyQuestion([.callRefused, .callUnknown], in: uneven.span), step: 4)
    #expect(
        reasons.mapValues(\.counts) == [
            "no-credit": [.callRefused: [0, 2, 3], .callUnknown: [0, 0, 0]],
            "silent": [.callRefused: [0, 0, 0], .callUnknown: [0, 1, 0]],
        ])
    #expect(try await reader.seriesByReason(TallyQuestion([.wait], in: all.span), step: 1) == [:])
    let long = TallyQuestion([.started], in: start - 7 * 1_440..<start + 1_440)
    let week = try await reader.series(long, step: 1)
    #expect(week.step == 8 && week.counts[.started]?.count == 1_440)
    #expect(week.counts[.started]?.first == 80 && week.counts[.started]?[1_260] == 14)
}

private func groupsFailures(_ reader: any TallyStore) async throws {
    let failures = TallyQuestion([.callRefused, .callUnknown], in: all.span)
    let groups = try await reader.groups(failures, most: 10)
    #expect(
        groups == [
            TallyGroup(
                kind: .callRefused, gateway: "main", reason: "no-credit", count: 5, minutes: start + 7...start + 9,
                regions: ["US", "DE"]),
            TallyGroup(
                kind: .callUnknown, gateway: "other", reason: "silent", count: 1, minutes: start + 8...start + 8,
                regions: ["US"]),
        ])
    #expect(try await reader.groups(failures, most: 1) == [groups[0]])
    #expect(try await reader.groups(TallyQuestion([.started], in: all.span), most: 1)[0].regions == ["DE", "US"])
    let shop = try #require(AppID("shop"))
    let ofShop = try await reader.groups(TallyQuestion([.started, .callRefused], in: all.span, app: shop), most: 9)
    #expect(ofShop.map(\.count) == [4] && ofShop.map(\.regions) == [["DE"]])
}

/// More keys than a statement has room for, and texts of every kind.
private func survivesMany(_ store: any TallyStore, _ reader: any TallyStore) async throws {
    let minute = 2 * 1_440
    let tallies = (0..<2_500).map { number in
        Tally(
            key(.undelivered, minute, app: "demo", region: "É", gateway: "a'b\\", reason: "error-\(number)"),
            count: number + 1
        )
    }
    try await store.add(tallies.sorted { $0.key < $1.key })
    let question = TallyQuestion([.undelivered], in: start + minute..<start + minute + 1)
    #expect(try await reader.totals(question) == [.undelivered: 2_500 * 2_501 / 2])
    let most = try await reader.sums(question, by: .reason, most: 3)
    #expect(most.map(\.name) == ["error-2499", "error-2498", "error-2497"])
    #expect(try await reader.sums(question, by: .gateway, most: 3).map(\.name) == ["a'b\\"])
}
