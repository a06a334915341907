import AccountCore
import AccountTesting
import Accounts
import HTTPService
import Hummingbird
import HummingbirdTesting
import Languages
import Logging
import MetricsTestKit
import NIOCore
import Operations
import StrictJSON
import Synchronization
import Telemetry
import VerificationCore
import VerificationTesting
import Verifications

@testable import IdentityToolkit

/// The surface over fakes: two projects, real tokens and rules, and a clock that stands still.
final class IdentityFixture: Sendable {
    /// Keys of the project `demo-shop`.
    static let clientKey = "vfd_the-public-key-of-the-demo-app"
    static let adminKey = "vfd_the-key-of-the-demo-app's-administrators"
    /// Keys of the project `other-shop`.
    static let otherClientKey = "vfd_the-public-key-of-another-app"
    static let otherAdminKey = "vfd_the-key-of-another-app's-administrators"

    /// Making a key takes long, so that all fixtures share their keys.
    private static let signingKeys = InMemoryAccountWorld()
    /// Reading them takes long too.
    private static let texts = Result { try HandlerTexts.embedded(languages: ICULanguageData()) }

    let mode: IdentityMode
    /// What is counted of verifications.
    let metrics = TestMetrics()
    /// Apps, verifications and test numbers.
    let world = InMemoryWorld(clock: ManualClock(Timestamp(seconds: 1_767_229_200)))
    let queue = RecordingQueue()
    let accountWorld = InMemoryAccountWorld()
    let keyRing: KeyRing
    /// The app of `demo-shop`.
    let app: App
    let project: Project
    let other: Project
    let ports: AccountPorts
    var clock: ManualClock { world.clock }
    /// How far the clock moves whenever the surface looks at it.
    let pace = Pace()
    /// What happens while a password waits for its hash.
    let whileHashing = Interruption()
    /// For how long callers were kept waiting.
    let pauses = Pauses()
    /// What the ports heard of stores that gave no answer.
    let problems: Problems
    /// The lines of the audit.
    let audited = Audited()
    /// The keys of those who sign proofs of apps.
    let keySets = ScriptedKeySets()
    /// The provider of captchas.
    let captchas = ScriptedCaptchas()
    /// Facebook and Apple, as far as they are asked about tokens.
    let (graph, apple) = (ScriptedGraph(), ScriptedAppleTokens())
    /// Brings pushes to the devices of `com.example.shop`.
    let pushes = ScriptedPushes()

    /// - Parameters:
    ///   - mode: of the surface.
    ///   - rules: of the app of `demo-shop`.
    ///   - others: kept members of the configuration of `demo-shop`.
    ///   - changes: what tells of changes; nil where nobody can tell, so that the surface reads everything anew.
    ///   - proofs: what `demo-shop` takes; by default no proof.
    ///   - unprovenSends: how many SMS `demo-shop` pays for without a proof; by default more than a test sends.
    ///   - throttle: of the apps' calls.
    /// - Throws: when a name in this file is wrong.
    init(
        _ mode: IdentityMode = .emulator, rules: SendingRules = .standard, others: JSONObject = JSONObject(),
        changes: CountedChanges? = nil, proofs: ProofRules = ProofRules(),
        unprovenSends: [RateLimit] = [RateLimit(1_000, per: .seconds(86_400))],
        throttle: CallThrottle = CallThrottle()
    ) throws {
        self.mode = mode
        let watch = changes ?? CountedChanges()
        if changes == nil { watch.isSure = false }
        let (clock, accountWorld, problems) = (world.clock, self.accountWorld, Problems())
        let whileHashing = self.whileHashing
        let (pace, audited) = (self.pace, self.audited)
        self.problems = problems
        keyRing = try KeyRing("k1:" + Base64.encodeForURL(Array(repeating: 7, count: 32)))
        app = App(id: try AppID.named("demo"), displayName: "Demo", rules: rules)
        let neighbour = App(id: try AppID.named("other"), displayName: "Other")
        world.put(app, keys: [APIKeyHash(of: Self.clientKey): .client, APIKeyHash(of: Self.adminKey): .admin])
        world.put(
            neighbour, keys: [APIKeyHash(of: Self.otherClientKey): .client, APIKeyHash(of: Self.otherAdminKey): .admin])
        var demo = Project(try ProjectID.named("demo-shop"), app: app.id, number: 0)
        (demo.others, demo.unprovenSends, demo.proofs) = (others, unprovenSends, proofs)
        project = try Self.saved(demo, accountWorld)
        other = try Self.saved(Project(ProjectID.named("other-shop"), app: neighbour.id, number: 0), accountWorld)
        let verifications = Self.verifications(world, queue, keyRing, clock, metrics)
        ports = AccountPorts(
            policy: AccountPolicy(mode: mode, defaultProject: project.id, phones: FakePhoneNumberParser()),
            accounts: accountWorld,
            projects: ProjectDirectory(
                cache: ProjectCache(accountWorld, watch: watch, report: { problems.note($0) }), apps: world,
                registry: world),
            verifications: verifications,
            credentials: AccountCredentials(
                tokens: TokenIssuer(
                    keys: Self.signingKeys, watch: watch, keyRing: keyRing, mode: mode,
                    report: { problems.note($0) }, now: { clock.now }, randomBytes: Self.randomBytes),
                serviceAccounts: ServiceAccountCache(accountWorld, watch: watch, report: { problems.note($0) }),
                keySets: KeySetCache(keySets, report: { problems.note(.broken($0)) }),
                captchas: CaptchaQuestions(captchas, report: { problems.note(.broken($0)) }),
                providers: ProviderCalls(graph: graph, apple: apple, report: { problems.note(.broken($0)) }),
                pushes: PushLine(pushes, to: ["com.example.shop"]), attestedKeys: accountWorld,
                randomBytes: { count in
                    // Only a hash takes as many.
                    if count == PasswordHash.saltLength { whileHashing.happen() }
                    return Self.randomBytes(count)
                }),
            limits: CallerLimits(apps: throttle, pause: { [pauses] in pauses.note($0) }),
            log: AccountLog(
                report: { problems.note($0) }, permits: Permits(audit: audited, policy: .wanted { problems.note($0) })),
            now: {
                clock.advance(by: pace.step)
                return clock.now
            })
    }

    private static func saved(_ project: Project, _ accountWorld: InMemoryAccountWorld) throws -> Project {
        guard case .saved(let saved) = try accountWorld.save(project) else { throw Missing.name }
        return saved
    }

    private static func verifications(
        _ world: InMemoryWorld, _ queue: RecordingQueue, _ keyRing: KeyRing, _ clock: ManualClock,
        _ metrics: TestMetrics
    ) -> VerificationPorts {
        VerificationPorts(
            queue: queue, store: world,
            ids: RequestIDs(keyRing: keyRing, codeKeys: world, random: { UInt64.random(in: .min ... .max) }),
            phones: FakePhoneNumberParser(),
            facts: Facts(statistics: [FactMetrics(of: .calls(countries: []), factory: metrics).hear]),
            now: { clock.now })
    }

    static func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

    /// Runs `body` with a client that calls the router directly.
    ///
    /// `isPublic`: whether an emulator may be called through a proxy.
    func serve<Value>(
        isPublic: Bool = false, _ body: @Sendable (IdentityClient) async throws -> Value
    ) async throws -> Value {
        try await serve(.router, proxies: [], isPublic: isPublic, body)
    }

    /// Runs `body` with a client behind a proxy, which tells where a caller is in `X-Forwarded-For`.
    func serveBehindProxy<Value>(
        isPublic: Bool = false, _ body: @Sendable (IdentityClient) async throws -> Value
    ) async throws -> Value {
        guard let here = IPNetwork("127.0.0.0/8"), let alsoHere = IPNetwork("::1/128") else { throw Missing.name }
        return try await serve(.live, proxies: [here, alsoHere], isPublic: isPublic, body)
    }

    private func serve<Value>(
        _ way: TestingSetup, proxies: [IPNetwork], isPublic: Bool,
        _ body: @Sendable (IdentityClient) async throws -> Value
    ) async throws -> Value {
        let surface = IdentityRoutes.surface(
            IdentityPorts(
                accounts: ports, callers: CallerAddress(proxies: proxies), readiness: Readiness(),
                texts: try Self.texts.get(), isPublic: isPublic),
            logger: Logger(label: "identity", factory: { _ in SwiftLogNoOpLogHandler() }))
        return try await Application(router: surface.makeRouter()).test(way) {
            try await body(IdentityClient(client: $0, mode: mode))
        }
    }

    /// Puts an account into the store of `demo-shop`.
    @discardableResult
    func account(_ id: String, in project: Project? = nil, _ edit: (inout Account) -> Void = { _ in }) throws -> Account
    {
        guard let id = LocalID(id) else { throw Missing.name }
        var account = Account(id, createdAt: clock.now)
        edit(&account)
        guard try accountWorld.add(account, with: nil, to: (project ?? self.project).id) == nil else {
            throw Missing.name
        }
        return account
    }

    /// The account as it is kept; nil without.
    func kept(_ id: String, in project: Project? = nil) throws -> Account? {
        guard let id = LocalID(id) else { throw Missing.name }
        return try accountWorld.accounts(named: [.id(id)], of: (project ?? self.project).id).first
    }

    /// A good ID token of an account in a session that begins now.
    func idToken(_ account: Account, _ method: SignInMethod = SignInMethod(.phone)) async throws -> String {
        let session = RefreshSession(tokenHash: Self.randomBytes(32), method: method, beganAt: clock.now)
        return try await ports.credentials.tokens.idToken(of: account, in: session, for: project, at: clock.now)
    }
}

/// A step of a clock; it stands still at first.
final class Pace: Sendable {
    private let kept = Mutex(Duration.zero)

    var step: Duration { kept.withLock { $0 } }

    func set(_ step: Duration) { kept.withLock { $0 = step } }
}

/// Something that happens once, in the middle of a call.
final class Interruption: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func plan(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    func happen() {
        let planned = action.withLock { action in
            defer { action = nil }
            return action
        }
        planned?()
    }
}

/// How long somebody waited, in its order; nobody really waits.
final class Pauses: Sendable {
    private let list = Mutex<[Duration]>([])

    var all: [Duration] { list.withLock { $0 } }

    func note(_ pause: Duration) { list.withLock { $0.append(pause) } }
}

/// What somebody was told, in its order.
final class Problems: Sendable {
    private let list = Mutex<[StoreError]>([])

    var all: [StoreError] { list.withLock { $0 } }

    func note(_ problem: StoreError) { list.withLock { $0.append(problem) } }
}

/// What the audit was given, in its order.
final class Audited: AuditLog {
    private let list = Mutex<[AuditEntry]>([])

    var all: [AuditEntry] { list.withLock { $0 } }

    func note(_ entry: AuditEntry) { list.withLock { $0.append(entry) } }

    func page(_ filter: AuditFilter, before number: Int64?, limit: Int) throws(StoreError) -> AuditPage {
        throw .unavailable
    }
}

enum Missing: Error {
    case name
    case member(String)
}

extension AppID {
    static func named(_ name: String) throws -> AppID {
        guard let id = AppID(name) else { throw Missing.name }
        return id
    }
}

extension ProjectID {
    static func named(_ name: String) throws -> ProjectID {
        guard let id = ProjectID(name) else { throw Missing.name }
        return id
    }
}
