import Testing
import VerificationCore
import VerificationTesting

/// The rule book against a model of section 5 of the design, by random sequences of commands.
///
/// `VERIFYD_MODEL_SEED` sets the first seed and `VERIFYD_MODEL_RUNS` the number of sequences. A failure prints its seed
/// and the shortest sequence, which `ModelTrial.complaint` takes as it is printed. What the model finds:
///
/// | change of the rules | what the model sees |
/// |---|---|
/// | a pause that is not kept, starts with the first send, or is forgotten by an approval or a cancel | `send` for `duplicate`, or the other way round |
/// | a limit that counts one too many, another phone, network or country, or a window of another length | `send` where the list of events is full |
/// | a share that comes back early, more than a sixtieth late, or not at all after a send that did not happen | `send` or `limited` |
/// | a wait that is too short or too long, or of another limit than the longest | the judgement of `retryAfter` |
/// | a life that is extended too little, too far or not at all, or an end that ends early | `expiresAt`, or the status |
/// | wrong codes that a resend, another verification or a lowered number forgets | `wrong` with another number left |
/// | a try that is counted although its limit held, or a right code under a limit that holds | the next check |
/// | an idempotency key that lives too short or too long, or leads elsewhere | `known` or `keyReused` |
/// | a lease that ends early or late, or a stale worker whose word counts | `leased`, `stale`, the message's status |
/// | `hold` that sends, `resend` that sends twice | a second try where none is allowed |
/// | an approval that another id of the verification sees as its own | `approvedElsewhere` |
/// | an erasure that leaves a row or a key, or that empties a limit | `missing`, `known`, or a `send` |
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
