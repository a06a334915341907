import Testing
import VerificationCore
import VerificationTesting

/// People, workers, a broker and a gateway that do things at random to a store in memory, and a ledger of what the
/// gateway really sent.
struct RandomWorld {
    /// What a gateway's ledger says of one call.
    struct Sent {
        let message: MessageID
        let phone: String
        let at: Timestamp
        let code: CodeRecipe
        /// Whether the order said that an earlier try may have left.
        let mayBeSecond: Bool
    }

    /// A worker that holds an order and has not recorded its outcome.
    private struct Working {
        let request: VerificationRequest
        let order: SendOrder
        let outcome: SendRecord.Outcome
    }

    private let store = InMemoryVerificationStore()
    private let rules: SendingRules
    private let app: AppID
    private let phones = ["+491510001", "+491510002"]
    private var random: SeededRandom
    private var requests: [VerificationRequest] = []
    private var working: [Working] = []
    private(set) var sent: [Sent] = []
    private var approvals: [VerificationID: Int] = [:]
    private var openChecks: [OpenCheck] = []
    private var countedChecks: [VerificationID: Int] = [:]

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        app = try #require(AppID("demo"))
        rules = SendingRules(
            maxSends: .random(in: 1...5, using: &random), maxChecks: .random(in: 1...5, using: &random),
            sendsPerPhone: [
                RateLimit(.random(in: 1...5, using: &random), per: .seconds(600)), RateLimit(10, per: .seconds(86_400)),
            ],
            whenUnknown: Bool.random(using: &random) ? .hold : .resend)
    }

    /// Does one thing; returns what it was.
    mutating func step() async throws -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: try await ask()
        case 25..<45: try await redeliver()
        case 45..<60: try await record()
        case 60..<80: advance()
        case 80..<88: try await countCheck()
        case 88..<96: try await finishCheck()
        case _: try await cancel()
        }
    }

    /// Every request is delivered until the broker is rid of it; nobody asks for anything new.
    mutating func settleAll() async {
        while !working.isEmpty { _ = try? await record() }
        for _ in 0..<10 {
            store.clock.advance(by: .seconds(120))
            for request in requests {
                _ = try? await claim(request)
                while !working.isEmpty { _ = try? await record() }
            }
        }
        store.clock.advance(by: .seconds(3_600))
        for request in requests { _ = try? await claim(request) }
    }

    // MARK: The commands

    private mutating func ask() async throws -> String {
        let phone = try FakePhoneNumberParser().parse(phones.randomElement(using: &random) ?? "")
        let now = store.clock.now
        let request = VerificationRequest(
            id: VerificationID(
                high: UInt64(now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | UInt64(requests.count + 1)),
            app: app, phone: phone, requestedAt: now, deadline: now + .seconds(600))
        requests.append(request)
        return "ask: \(try await claim(request))"
    }

    private mutating func redeliver() async throws -> String {
        guard let request = requests.suffix(8).randomElement(using: &random) else { return "nothing to redeliver" }
        return "redeliver: \(try await claim(request))"
    }

    private mutating func claim(_ request: VerificationRequest) async throws -> Verdict {
        let claim = Claim(
            request: request, rules: rules, codeKey: "k", lease: .seconds(15), token: random.next())
        let verdict = try await store.claim(claim)
        if let order = verdict.order { call(order, request) }
        return verdict
    }

    /// The gateway is called at once; the worker may take long to record what it said, or die before.
    private mutating func call(_ order: SendOrder, _ request: VerificationRequest) {
        let outcomes: [SendRecord.Outcome] = [
            .accepted(gatewayID: nil), .unknown(reason: "silent"), .failed(reason: "no"),
            .waiting(.seconds([5, 30, 120].randomElement(using: &random) ?? 5), reason: "busy"),
        ]
        let outcome = outcomes.randomElement(using: &random) ?? outcomes[0]
        switch outcome {
        case .accepted, .unknown, .waitingAfterUnknown:
            sent.append(
                Sent(
                    message: order.message, phone: request.phone.e164, at: order.decidedAt, code: order.code,
                    mayBeSecond: order.mayBeDuplicate))
        case .waiting, .failed: break
        }
        // One in eight workers dies between the gateway's answer and the record.
        let dies = Int.random(in: 0..<8, using: &random) == 0
        if !dies { working.append(Working(request: request, order: order, outcome: outcome)) }
    }

    private mutating func record() async throws -> String {
        guard !working.isEmpty else { return "nothing to record" }
        let work = working.remove(at: .random(in: working.indices, using: &random))
        var outcome = work.outcome
        // As the retry policy has it: after a try that may have left nobody says that nothing did.
        if case .failed(let reason) = outcome, work.order.mayBeDuplicate { outcome = .unknown(reason: reason) }
        let text = MessageText("000000", language: try #require(LanguageTag("en")))
        let isOurs = try await store.record(
            SendRecord(
                order: work.order, phoneKey: work.request.phoneKey, rules: rules, gateway: "gateway", text: text,
                outcome: outcome))
        return "record \(outcome): \(isOurs)"
    }

    private mutating func advance() -> String {
        let seconds = [1, 4, 10, 15, 16, 55, 60, 61, 125, 600].randomElement(using: &random) ?? 1
        store.clock.advance(by: .seconds(seconds))
        return "\(seconds) s pass"
    }

    private mutating func countCheck() async throws -> String {
        guard let request = requests.suffix(8).randomElement(using: &random) else { return "nothing to check" }
        let counted = try await store.countCheck(request.id, of: app)
        if let check = counted.open {
            countedChecks[check.verification, default: 0] += 1
            openChecks.append(check)
        }
        return "count a check: \(counted)"
    }

    private mutating func finishCheck() async throws -> String {
        guard !openChecks.isEmpty else { return "no check is open" }
        let check = openChecks.remove(at: .random(in: openChecks.indices, using: &random))
        let isRight = Int.random(in: 0..<3, using: &random) == 0
        let (_, approved) = try await store.finishCheck(check, isRight: isRight)
        if approved { approvals[check.verification, default: 0] += 1 }
        return "finish a check, right \(isRight): \(approved)"
    }

    private mutating func cancel() async throws -> String {
        guard let request = requests.suffix(8).randomElement(using: &random) else { return "nothing to cancel" }
        return "cancel: \(try await store.cancel(request.id, of: app)?.status.rawValue ?? "none")"
    }
}

// MARK: The promises

extension RandomWorld {
    /// What is broken now, in words.
    func brokenPromises(atTheEnd: Bool = false) async -> [String] {
        var broken: [String] = []
        for (id, mine) in Dictionary(grouping: sent, by: \.message.verification) {
            broken += brokenSends(mine).map { "\($0) of \(id)" }
        }
        for (id, count) in approvals where count > 1 { broken.append("\(id) approved \(count) times") }
        for (id, count) in countedChecks where count > rules.maxChecks { broken.append("\(count) tries of \(id)") }
        for phone in phones where exceedsLimits(phone) { broken.append("limit of \(phone)") }
        for request in requests { broken += await brokenReport(request, atTheEnd: atTheEnd) }
        return broken
    }

    /// Of one verification: one code, few enough messages, none too soon after another.
    private func brokenSends(_ sent: [Sent]) -> [String] {
        var broken: [String] = []
        if Set(sent.map(\.code)).count > 1 { broken.append("two codes") }
        if Set(sent.map(\.message)).count > rules.maxSends { broken.append("too many messages") }
        for (earlier, later) in zip(sent, sent.dropFirst())
        where !later.mayBeSecond && later.at - earlier.at < rules.resendAfter {
            broken.append("two SMS within the window")
        }
        for (message, tries) in Dictionary(grouping: sent, by: \.message) where tries.count > 1 {
            let allowed = rules.whenUnknown == .resend ? 2 : 1
            if tries.count > allowed { broken.append("\(message) sent \(tries.count) times") }
        }
        return broken
    }

    /// In any span of time: what a limit admits at once, and one for each share that passes.
    ///
    /// A message that is sent again because nobody knew counts once. One more than that is let pass: a failure that is
    /// noticed late gives back a share that time had given back already.
    private func exceedsLimits(_ phone: String) -> Bool {
        let moments = Dictionary(grouping: sent.filter { $0.phone == phone }, by: \.message)
            .values.compactMap { $0.map(\.at).min() }.sorted()
        return rules.sendsPerPhone.contains { limit in
            moments.indices.contains { first in
                moments[first...].enumerated().contains { offset, moment in
                    let shares = (moment - moments[first]).wholeMicroseconds / limit.share.wholeMicroseconds
                    return Int64(offset + 1) > Int64(limit.count) + shares + 1
                }
            }
        }
    }

    private func brokenReport(_ request: VerificationRequest, atTheEnd: Bool) async -> [String] {
        guard let report = try? await store.verification(request.id, of: app) else { return ["no \(request.id)"] }
        var broken: [String] = []
        if report.remainingChecks < 0 || report.remainingSends < 0 { broken.append("less than nothing left") }
        if approvals[report.id] != nil, report.status != .approved { broken.append("approved and then not") }
        let reallySent = Set(sent.filter { $0.message.verification == report.id }.map(\.message.ordinal))
        for message in report.messages {
            if message.status == .failed, reallySent.contains(message.ordinal) { broken.append("sent, called failed") }
            if message.status == .accepted, !reallySent.contains(message.ordinal) { broken.append("a made-up send") }
            if atTheEnd, message.status == .sending { broken.append("for ever sending") }
        }
        return broken
    }
}
