import Testing
import VerificationCore
import VerificationTesting

/// The rule book against a model of section 5 of the design, by random sequences of commands.
///
/// `VERIFYD_MODEL_SEED` sets the first seed and `VERIFYD_MODEL_RUNS` the number of sequences. A failure prints its seed
/// and the shortest sequence, which `ModelTrial.complaint` takes as it is printed. What the model finds:
///
/// | change of the rules | where the model sees it |
/// |---|---|
/// | the pause ends a moment late, or a resend or a retry does not renew it | a request that joins or sends |
/// | an approval, a cancel or used-up tries do not end the pause | the next request or check by phone |
/// | one send more for a verification, or a failed send counts in it | `sendsPerVerification` |
/// | a failed send ends a live code, or leaves the pause; a failed older message ends the pause | the next request |
/// | a life is never extended, or beyond twice itself, or only in one of its two rows | `expiresAt`, the next status |
/// | a resend forgets the wrong codes, or a wrong code counts twice | `wrong` with another number left |
/// | a limit admits one more; a slot leaves its window one slot early or late | `send` or `limited`, `retryAfter` |
/// | the shortest wait is told instead of the longest | `retryAfter` |
/// | a failed send keeps its share, or it is taken from the slot of the failure | `send` or `limited` |
/// | the right code passes a limit that holds; codes without an address count nowhere | the check |
/// | a check by phone counts for the first request, or every id sees `approved` | `through`, `approvedElsewhere` |
/// | a key lives an hour, or for ever, ignores the content, or is taken by a limited request | `known`, `keyReused` |
/// | a repeated check is compared anew | `ended` for `approved` |
/// | a lease ends early, or a stale worker's outcome is taken | `leased`, `stale` |
/// | `hold` sends once more, `resend` sends without end, an older message is tried again | a redelivery |
/// | a request or its next try is sent after the deadline | `expired` |
/// | an erasure leaves the keys or the live code, or empties a limit | the next request or check |
///
/// It does not see test numbers, the rules for devices, blocks, and calls at the same moment: `RandomWorld`, the
/// conformance suites and the tests of races do.
@Suite("Rules: random sequences against the model")
struct ModelTests {
    private static let sequences = 2_000

    @Test("the rule book answers every command as the model allows, and the sequences meet every state")
    func rules() async throws {
        let seeds = ModelTrial.seeds(Self.sequences, from: 36)
        let outcome = try await Self.trial().run(seeds)
        if let failure = outcome.failure {
            Issue.record("\(failure)")
            return
        }
        // A few sequences, asked for by the environment, need not meet everything.
        if seeds.count >= Self.sequences { #expect(outcome.missed.isEmpty) }
    }

    @Test("the known differences between rule book and design are the ones that the model tolerates")
    func knownDifferences() async throws {
        // The message of request 1 is dropped under windows that did not count it, so it takes the share of request 2.
        let exceeded: [ModelCommand] = [
            .rules(ModelRules(perPhone: [ModelWindow(1, in: 600)])), .request(1, phone: 1), .record(1, .busy(5)),
            .cancel(1), .rules(ModelRules(perPhone: [ModelWindow(1, in: 900)])), .request(2, phone: 1),
            .record(2, .accepted), .pass(5), .redeliver(1), .cancel(2), .request(3, phone: 1),
        ]
        #expect(try await Self.trial().complaint(exceeded) == nil)
        // Nothing was sent, which is known only after the code's life.
        let expiredThenFailed: [ModelCommand] = [
            .rules(ModelRules(life: 60)), .request(1, phone: 1), .record(1, .busy(30)), .pass(60), .show(1),
            .redeliver(1), .show(1),
        ]
        #expect(try await Self.trial().complaint(expiredThenFailed) == nil)
    }

    @Test("a seed makes the same sequence again, and another seed another sequence")
    func seeds() {
        #expect(ModelGenerator.commands(seed: 1) == ModelGenerator.commands(seed: 1))
        #expect(ModelGenerator.commands(seed: 1) != ModelGenerator.commands(seed: 2))
    }

    /// Rules that differ from those of the model, as if the rule book read one of them wrong.
    enum Fault: String, CaseIterable {
        case shortPause, shortLife, oneSendMore, oneTryMore, oneMorePerPhone, oneMorePerAddress, oneMorePerPrefix
        case oneMorePerApp, oneMoreWrongPerPhone, oneMoreWrongPerAddress, longerWindow, otherRegions, otherPolicy

        @Sendable func spoil(_ rules: ModelRules) -> ModelRules {
            var rules = rules
            func more(_ windows: [ModelWindow]) -> [ModelWindow] {
                windows.map { ModelWindow($0.most + 1, in: $0.seconds) }
            }
            switch self {
            case .shortPause: rules.resendAfter -= 1
            case .shortLife: rules.life -= 2
            case .oneSendMore: rules.maxSends += 1
            case .oneTryMore: rules.maxChecks += 1
            case .oneMorePerPhone: rules.perPhone = more(rules.perPhone)
            case .oneMorePerAddress: rules.perAddress = more(rules.perAddress)
            case .oneMorePerPrefix: rules.perPrefix = more(rules.perPrefix)
            case .oneMorePerApp: rules.perApp = more(rules.perApp)
            case .oneMoreWrongPerPhone: rules.wrongPerPhone = more(rules.wrongPerPhone)
            case .oneMoreWrongPerAddress: rules.wrongPerAddress = more(rules.wrongPerAddress)
            case .longerWindow: rules.perPhone = rules.perPhone.map { ModelWindow($0.most, in: $0.seconds * 2) }
            case .otherRegions: rules.isForGermanyOnly.toggle()
            case .otherPolicy: rules.sendsAfterUnknown.toggle()
            }
            return rules
        }
    }

    @Test("a rule that is read wrong is found, and with few commands", arguments: Fault.allCases)
    func faults(_ fault: Fault) async throws {
        let outcome = try await Self.trial(fault.spoil).run((1...400).map { $0 })
        let failure = try #require(outcome.failure, "400 sequences do not find it")
        #expect(failure.commands.count <= 12, "\(failure)")
    }

    @Test("a cancel that changes nothing is found, and the shortest sequence says so")
    func cancel() async throws {
        let trial = ModelTrial {
            let world = InMemoryWorld()
            return try ModelRun(store: ForgetfulStore(next: world), time: RandomWorld.Time(world.clock))
        }
        let failure = try #require(try await trial.run((1...400).map { $0 }).failure)
        #expect(failure.commands == [.request(1, phone: 1), .cancel(1)], "\(failure)")
        #expect("\(failure)".contains("[\n    .request(1, phone: 1),\n    .cancel(1),\n]"))
    }

    private static func trial(_ fault: @escaping ModelRun.Fault = { $0 }) -> ModelTrial {
        ModelTrial {
            let world = InMemoryWorld()
            return try ModelRun(store: world, time: RandomWorld.Time(world.clock), fault: fault)
        }
    }
}

/// A store whose cancel only looks.
private struct ForgetfulStore: PassingStore {
    let next: InMemoryWorld

    func cancel(
        _ id: VerificationID, of app: AppID, tellsEvents: Bool
    ) async throws(StoreError) -> FoundVerification<NoRecord> {
        try await next.verification(id, of: app)
    }
}
