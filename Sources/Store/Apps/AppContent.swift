import PostgreSQL
import VerificationCore

/// All apps and keys, and operators' rules on numbers, that a load found.
struct AppContent: Sendable {
    /// When the load began.
    let asOf: ContinuousClock.Instant
    private var apps: [AppID: App] = [:]
    /// Whether any app wants to hear of events.
    let hasEndpoints: Bool
    /// What is wrong with the apps that this version cannot read.
    private(set) var unreadable: [AppID: String] = [:]
    /// What operators block and always allow.
    let blocks: BlockRules
    /// The last changes that are in it; a later change may be in it as well.
    let numbers: ChangeNumbers
    private(set) var keys: [APIKeyHash: (app: AppID, scope: KeyScope, bounds: ClientBounds)] = [:]

    /// `rows`: the answers to `statements`.
    init(_ rows: some Collection<PostgresRows>, asOf: ContinuousClock.Instant) throws {
        self.asOf = asOf
        var rows = rows.makeIterator()
        guard let counts = rows.next(), let apps = rows.next(), let keys = rows.next(), let tests = rows.next(),
            let endpoints = rows.next(), let blocks = rows.next()
        else {
            throw StoreError.unreadableRow
        }
        numbers = try counts.changeNumbers()
        self.blocks = BlockRules(try blocks.blockRules())
        let toldApps = try endpoints.endpoints()
        hasEndpoints = !toldApps.isEmpty
        let (known, testNumbers) = (try apps.apps(), try tests.testNumbers())
        self.apps = Dictionary(known.readable.with(testNumbers.readable).with(toldApps).map { ($0.id, $0) }) { $1 }
        unreadable = testNumbers.unreadable.merging(known.unreadable) { $1 }
        self.keys = Dictionary(
            // A key with a scope or with bounds of a later version opens nothing here.
            try keys.compactMap { row in
                guard let app = AppID(try row.decode("app", as: String.self)),
                    let scope = KeyScope(rawValue: try row.decode("scope", as: String.self)),
                    let bounds = ClientBounds(try row.decode("bounds", as: String.self))
                else { return nil }
                return (APIKeyHash(bytes: try row.decode("hash")), (app: app, scope: scope, bounds: bounds))
            }
        ) { $1 }
    }

    static let statements: [SQL] = [
        .changeNumbers, .apps, "select hash, app, scope, bounds from api_key where revoked_at is null", .allTestNumbers,
        .allEndpoints, .allBlocks,
    ]

    /// Nil when there is no such app; a failure when this version cannot read the app.
    func app(_ id: AppID) -> Result<App, StoreError>? {
        // This comes first: an app without its unreadable test numbers would send SMS to them.
        if let problem = unreadable[id] { return .failure(.unreadable("app \(id): \(problem)")) }
        return apps[id].map { .success($0) }
    }
}
