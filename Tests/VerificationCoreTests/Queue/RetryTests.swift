import Testing
import VerificationCore

@Suite("The retry schedule")
struct RetryScheduleTests {
    @Test(
        "the wait grows by one step with each try, and stays at the last",
        arguments: [(-1, 5), (0, 5), (1, 5), (2, 30), (3, 120), (4, 120), (1_000, 120)])
    func delay(tries: Int, seconds: Int) {
        #expect(RetrySchedule.standard.delay(afterTries: tries) == .seconds(seconds))
    }

    @Test(
        "a wait takes the longest step that does not overshoot it, and the first when all do",
        arguments: [(0, 5), (4, 5), (5, 5), (15, 5), (29, 5), (30, 30), (119, 30), (120, 120), (86_400, 120)])
    func step(wait: Int, seconds: Int) {
        #expect(RetrySchedule.standard.step(for: .seconds(wait)) == .seconds(seconds))
    }

    @Test(
        "what failed together comes back apart: by lot after the step's delay, a fifth more, or two, and never sooner",
        arguments: [(5, [5_000, 6_000, 7_000]), (30, [30_000, 36_000, 42_000]), (200, [120_000, 144_000, 168_000])])
    func lots(wait: Int, milliseconds: [Int]) {
        let drawn = (0..<6).map { RetrySchedule.standard.delay(for: .seconds(wait), chance: $0) }
        #expect(drawn == (milliseconds + milliseconds).map(Duration.milliseconds))
    }

    @Test(
        "what is put off waits a step longer each time, and longer still where somebody knows for how long",
        arguments: [(1, 0, 5), (2, 0, 30), (3, 0, 120), (90, 0, 120), (1, 29, 5), (1, 40, 30), (2, 10, 30)])
    func putOff(count: Int, wait: Int, seconds: Int) {
        let retrySchedule = RetrySchedule.standard
        #expect(retrySchedule.step(forPutOff: count, about: .seconds(wait), left: nil) == .seconds(seconds))
        #expect(retrySchedule.step(forPutOff: count, about: .seconds(wait), left: .seconds(600)) == .seconds(seconds))
    }

    @Test(
        "what is put off is back before its deadline, as long as some step is short enough",
        arguments: [(600, 120), (169, 120), (168, 30), (43, 30), (42, 5), (8, 5), (7, 5), (0, 5), (-9, 5)])
    func putOffInTime(left: Int, seconds: Int) {
        let step = RetrySchedule.standard.step(forPutOff: 9, about: .seconds(900), left: .seconds(left))
        #expect(step == .seconds(seconds))
    }

    @Test("each delay is there once, also where steps are close together or too short to be told apart")
    func delays() {
        #expect(RetrySchedule.standard.delays == [5, 6, 7, 30, 36, 42, 120, 144, 168].map(Duration.seconds))
        let close = RetrySchedule([.milliseconds(500), .milliseconds(600)])
        #expect(close.delays == [500, 600, 700, 720, 840].map(Duration.milliseconds))
        #expect(RetrySchedule([.milliseconds(1)]).delays == [.milliseconds(1)])
        #expect(RetrySchedule([.zero]).delay(for: .zero, chance: .max) == .zero)
    }

    @Test("steps are put in order, and a retry schedule without any is the standard one")
    func order() {
        #expect(RetrySchedule([.seconds(9), .seconds(1)]).steps == [.seconds(1), .seconds(9)])
        #expect(RetrySchedule([]) == .standard)
        #expect(RetrySchedule([.zero]).step(for: .zero) == .zero)
    }
}

@Suite("What follows from a gateway's answer")
struct RetryPolicyTests {
    private let policy = RetryPolicy()

    @Test("a message that was taken is done")
    func accepted() throws {
        let next = try next(after: .accepted(id: "x"))
        #expect(next.outcome == .accepted(gatewayID: "x"))
        #expect(next.settlement == .acknowledge(.sent(next.order.summary, message: .accepted, language: "de")))
    }

    @Test("a final no is the end")
    func refused() throws {
        let next = try next(after: .refused(reason: "bad-number", .byEveryGateway))
        #expect(next.outcome == .failed(reason: "bad-number"))
        #expect(next.settlement == .acknowledge(.failed(reason: "bad-number")))
    }

    @Test("a passing fault is tried again, later each time", arguments: [(1, 5), (2, 30), (3, 120), (5, 120)])
    func tryAgain(tries: Int, seconds: Int) throws {
        let next = try next(after: .refused(reason: "connect", .forNow), tries: tries)
        #expect(next.outcome == .waiting(.seconds(seconds), reason: "connect"))
        #expect(
            next.settlement
                == .retry(after: .seconds(seconds), because: "connect", answer: .retrying(next.order.summary)))
    }

    @Test("after six tries a message is dead-lettered, with the last reason")
    func outOfTries() throws {
        let next = try next(after: .refused(reason: "connect", .forNow), tries: 6)
        #expect(next.outcome == .failed(reason: "connect"))
        #expect(
            next.settlement
                == .deadLetter(DeadLetter(.outOfTries, detail: "connect"), answer: .failed(reason: "connect")))
    }

    @Test("a next try that would come after the deadline is the end, without a dead letter")
    func tooLate() throws {
        let fault = SendOutcome.refused(reason: "connect", .forNow)
        let late = try next(after: fault, deadline: 5)
        #expect(late.outcome == .failed(reason: "deadline"))
        #expect(late.settlement == .acknowledge(.failed(reason: "deadline")))
        let early = try next(after: fault, deadline: 6)
        #expect(
            early.settlement
                == .retry(after: .seconds(5), because: "connect", answer: .retrying(early.order.summary)))
    }

    @Test(
        "a busy provider is not asked before it says, and not before the retry schedule says",
        arguments: [(nil, 5), (.seconds(1), 5), (.seconds(40), 40)] as [(Duration?, Int)])
    func throttled(after: Duration?, seconds: Int) throws {
        let next = try next(after: .throttled(after: after))
        #expect(next.outcome == .waiting(.seconds(seconds), reason: "throttled"))
        #expect(
            next.settlement
                == .retry(after: .seconds(seconds), because: "throttled", answer: .retrying(next.order.summary)))
    }

    @Test("a busy provider that asks for more than the deadline allows ends it")
    func throttledTooLong() throws {
        let next = try next(after: .throttled(after: .seconds(4_000)))
        #expect(next.outcome == .failed(reason: "deadline"))
        #expect(next.settlement == .acknowledge(.failed(reason: "deadline")))
    }

    @Test(
        "what nobody can know is sent again only where that is exact, or where the app prefers it, and then once",
        arguments: [
            (policy: .hold, isRepeatable: false, mayBeDuplicate: false, again: false),
            (policy: .resend, isRepeatable: false, mayBeDuplicate: false, again: true),
            (policy: .resend, isRepeatable: false, mayBeDuplicate: true, again: false),
            (policy: .hold, isRepeatable: true, mayBeDuplicate: false, again: true),
            (policy: .hold, isRepeatable: true, mayBeDuplicate: true, again: true),
        ] as [(policy: UnknownOutcomePolicy, isRepeatable: Bool, mayBeDuplicate: Bool, again: Bool)])
    func unknown(
        _ row: (policy: UnknownOutcomePolicy, isRepeatable: Bool, mayBeDuplicate: Bool, again: Bool)
    ) throws {
        let next = try next(
            after: .unknown(reason: "timeout"), mayBeDuplicate: row.mayBeDuplicate, whenUnknown: row.policy,
            isRepeatable: row.isRepeatable)
        #expect(
            next.outcome
                == (row.again
                    ? .waitingAfterUnknown(.seconds(5), reason: "timeout") : .unknown(reason: "timeout")))
        let summary = next.order.summary
        #expect(
            next.settlement
                == (row.again
                    ? .retry(after: .seconds(5), because: "timeout", answer: .retrying(summary))
                    : .acknowledge(.sent(summary, message: .unknown, language: "de"))))
    }

    @Test("what nobody can know stays so when tries or time have run out")
    func unknownForGood() throws {
        let outcome = SendOutcome.unknown(reason: "timeout")
        for next in [
            try next(after: outcome, tries: 6, isRepeatable: true),
            try next(after: outcome, deadline: 5, isRepeatable: true),
        ] {
            #expect(next.outcome == .unknown(reason: "timeout"))
            #expect(next.settlement == .acknowledge(.sent(next.order.summary, message: .unknown, language: "de")))
        }
    }

    @Test("a try that did not leave, after one that may have, is never called a failure")
    func neverFailedAfterUnknown() throws {
        let final = try next(after: .refused(reason: "bad-number", .byEveryGateway), mayBeDuplicate: true)
        #expect(final.outcome == .unknown(reason: "bad-number"))
        let late = try next(after: .throttled(after: nil), mayBeDuplicate: true, deadline: 1)
        #expect(late.outcome == .unknown(reason: "deadline"))
        let worn = try next(after: .throttled(after: nil), tries: 6, mayBeDuplicate: true)
        #expect(worn.outcome == .unknown(reason: "throttled"))
        #expect(
            worn.settlement
                == .deadLetter(
                    DeadLetter(.outOfTries, detail: "throttled"),
                    answer: .sent(worn.order.summary, message: .unknown, language: "de")))
    }

    /// What the policy says of one try; the deadline counts in seconds from the claim.
    private func next(
        after outcome: SendOutcome, tries: Int = 1, mayBeDuplicate: Bool = false, deadline: Int = 3_600,
        whenUnknown: UnknownOutcomePolicy = .hold, isRepeatable: Bool = false
    ) throws -> (outcome: SendRecord.Outcome, settlement: Settlement, order: SendOrder) {
        let order = try Self.order(tries: tries, mayBeDuplicate: mayBeDuplicate)
        let claim = Claim(
            request: try PhoneScript.request("A", deadline: PhoneScript.start + .seconds(deadline)),
            rules: SendingRules(whenUnknown: whenUnknown), codeKey: "k", lease: .seconds(15), token: 1)
        let next = policy.next(
            after: outcome, of: order, for: claim, isRepeatable: isRepeatable, language: LanguageTag("de"))
        return (next.outcome, next.settlement, order)
    }

    /// An order as a claim gives it: only the rules can make one.
    private static func order(tries: Int, mayBeDuplicate: Bool) throws -> SendOrder {
        let request = try PhoneScript.request("A", deadline: PhoneScript.start + .seconds(3_600))
        let claim = Claim(request: request, rules: .standard, codeKey: "k", lease: .seconds(15), token: 1)
        let facts = MessageFacts(
            ordinal: 1, stage: .leased(until: PhoneScript.start + .seconds(15)), fence: 1, tries: tries, token: 1,
            mayBeDuplicate: mayBeDuplicate, isForTestNumber: false, spentAt: PhoneScript.start)
        var phone = PhoneState(
            live: LiveVerification(
                id: request.id, code: .made(CodeRecipe(keyName: "k", digits: 6)),
                expiresAt: PhoneScript.start + .seconds(600), lastEnd: PhoneScript.start + .seconds(600), sends: 1,
                messages: 1, resendAfter: nil, wrongCodes: 0))
        var limits = SharedCounts()
        let seen = SeenRequest(verification: request.id, phone: request.phoneKey, message: facts)
        let verdict = RuleBook().decide(
            claim, phone: &phone, limits: &limits, facts: ClaimFacts(seen: seen), now: PhoneScript.start
        ).verdict
        guard case .send(let order) = verdict else { throw UnexpectedVerdict() }
        return order
    }

    private struct UnexpectedVerdict: Error {}
}
