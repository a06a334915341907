import Testing
import VerificationCore
import VerificationTesting

/// One phone's story: who asks when, and what the rules say, in words that read like a table.
///
/// Requests are named by letters, and so are the verifications they begin; times are seconds since the story began.
struct PhoneScript {
    static let start = Timestamp(seconds: 1_767_225_600)

    var rules: SendingRules
    private(set) var phone = PhoneState()
    /// What the last step writes, in words.
    private(set) var written: [String] = []
    private(set) var limits = SharedCounts()
    /// What the verdict of the last send says of the limit that is used up next.
    private(set) var left: LimitLeft?
    private var now = start
    private var seen: [VerificationID: SeenRequest] = [:]
    private var keys: [KeyID: KeyHolder] = [:]
    /// The test number of the app that the phone is; nil for a real number.
    var testNumber: TestNumber?
    /// What operators block and always allow.
    var blocks = BlockRules.none
    /// When the database came from a backup, in seconds; every request was made at 0.
    var restoredAt: Int?

    init(_ rules: SendingRules = .standard) {
        self.rules = rules
    }

    /// A request arrives at a worker, for the first time or again.
    mutating func ask(
        _ name: Character, at seconds: Int, token: UInt64 = 1, deadline: Int = 1_000_000,
        number: String = "+491510001", ip: String? = nil, key: String? = nil, language: String? = nil
    ) throws -> String {
        now = Self.start + .seconds(seconds)
        let request = try Self.request(
            name, deadline: Self.start + .seconds(deadline), number: number, ip: ip, key: key, language: language)
        let claim = Claim(
            request: request, rules: rules, testNumber: testNumber, codeKey: "k", lease: .seconds(15), token: token,
            judgement: blocks.judgement(of: request.phone, from: request.clientIP, at: now))
        let facts = ClaimFacts(
            seen: seen[request.id], keyHolder: request.keyID.flatMap { keys[$0] },
            restoredAt: restoredAt.map { Self.start + .seconds($0) })
        let (verdict, changes) = RuleBook().decide(claim, phone: &phone, limits: &limits, facts: facts, now: now)
        note(changes, of: request.id)
        written = changes.map { $0.words(since: Self.start) }
        if case .send(let order) = verdict { left = order.summary.left }
        return verdict.words
    }

    /// The message of a request's send did not leave and is not tried again.
    mutating func fails(_ name: Character, ip: String? = nil) throws {
        guard let (id, facts) = message(of: name) else { return }
        set(facts, to: .ended, of: name)
        let notSent = NotSent(
            message: id, request: try Self.request(name, deadline: Self.start, ip: ip), rules: rules,
            spentAt: facts.spentAt, reason: "no", status: .failed)
        written = notSent.takeBack(from: &phone, &limits).map { $0.words(since: Self.start) }
    }

    /// How many sends count in each of the phone's windows now.
    var used: [Int] { rules.sendsPerPhone.map { phone.sends.used(of: $0, at: now) } }

    /// The message of a request's send waits for its next try.
    mutating func waits(_ name: Character, until seconds: Int, afterUnknown: Bool = false) {
        guard let (_, facts) = message(of: name) else { return }
        set(facts, to: .waiting(until: Self.start + .seconds(seconds)), of: name, mayBeDuplicate: afterUnknown)
    }

    /// A gateway has taken the message of a request's send.
    mutating func leaves(_ name: Character) {
        guard let (_, facts) = message(of: name) else { return }
        set(facts, to: .ended, of: name)
    }

    /// The person has typed so many wrong codes, and the verification is still live.
    mutating func tries(wrongCodes: Int) {
        phone.live?.wrongCodes = wrongCodes
    }

    /// The verification has begun so many messages, and all but the first failed.
    mutating func sends(messages: Int) {
        phone.live?.messages = messages
    }

    /// The verification was approved or canceled.
    mutating func ends() {
        phone.live = nil
    }

    static func id(_ name: Character) -> VerificationID {
        VerificationID(
            high: UInt64(start.milliseconds) << 16 | 0x7000,
            low: 0b10 << 62 | UInt64(name.unicodeScalars.first?.value ?? 0))
    }

    static func request(
        _ name: Character, deadline: Timestamp, number: String = "+491510001", ip: String? = nil, key: String? = nil,
        language: String? = nil
    ) throws -> VerificationRequest {
        VerificationRequest(
            id: id(name), app: try #require(AppID("demo")), phone: try FakePhoneNumberParser().parse(number),
            language: language.flatMap { LanguageTag($0) }, clientIP: ip.flatMap(IPAddress.init),
            idempotencyKey: key.flatMap { IdempotencyKey($0) }, requestedAt: start, deadline: deadline)
    }

    /// Nil, so that the rules take every request on record for a request of this phone.
    private static var phoneKey: PhoneKey? { nil }

    private func message(of name: Character) -> (MessageID, MessageFacts)? {
        guard let seen = seen[Self.id(name)], let facts = seen.message else { return nil }
        return (MessageID(verification: seen.verification, ordinal: facts.ordinal), facts)
    }

    private mutating func set(
        _ facts: MessageFacts, to stage: MessageStage, of name: Character, mayBeDuplicate: Bool = false
    ) {
        guard let (id, _) = message(of: name) else { return }
        seen[Self.id(name)] = SeenRequest(
            verification: id.verification, phone: Self.phoneKey,
            message: MessageFacts(
                ordinal: facts.ordinal, stage: stage, fence: facts.fence, tries: facts.tries, token: facts.token,
                mayBeDuplicate: facts.mayBeDuplicate || mayBeDuplicate, isForTestNumber: facts.isForTestNumber,
                spentAt: facts.spentAt))
    }

    private mutating func note(_ changes: [RowChange], of id: VerificationID) {
        for change in changes {
            switch change {
            case .insertRequest(let row):
                seen[row.id] = SeenRequest(verification: row.verification, phone: Self.phoneKey, message: nil)
            case .insertMessage(let row):
                seen[id] = SeenRequest(
                    verification: row.id.verification, phone: Self.phoneKey,
                    message: MessageFacts(
                        ordinal: row.id.ordinal, stage: .leased(until: row.leasedUntil), fence: 1, tries: 1,
                        token: row.token, mayBeDuplicate: false, isForTestNumber: row.isForTestNumber,
                        spentAt: row.createdAt))
            case .updateMessage(let row):
                seen[id] = SeenRequest(verification: row.id.verification, phone: Self.phoneKey, message: row.facts)
            case .insertKey(let row):
                keys[row.id] = KeyHolder(fingerprint: row.fingerprint, verification: row.verification)
            case .insertVerification, .approve, .endVerification, .extendVerification, .countWrongCodes,
                .tell, .watch:
                break
            }
        }
    }
}
