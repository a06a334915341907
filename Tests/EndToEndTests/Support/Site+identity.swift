import PostgreSQL
import StrictJSON
import Testing

extension Site {
    /// A process that has the Firebase surface.
    struct Identity: Sendable {
        let process: ChildProcess
        let caller: IdentityCaller
        /// The native API of the same process.
        let api: APICaller
    }

    /// Makes a project of an app, with keys; before the processes start, so that they know it at once.
    ///
    /// - Parameters:
    ///   - id: the project's.
    ///   - app: the app's.
    ///   - bounds: which apps and pages may use the client's key, as `keys add --for` takes them.
    ///   - unproven: how many SMS real numbers get without a proof of the app; by default more than any test sends.
    /// - Returns: the keys.
    /// - Throws: where a command fails.
    func makeProject(
        _ id: String = "demo-shop", of app: String = Site.app, for bounds: String? = nil,
        unproven: String = "1000000/day"
    ) async throws -> ProjectKeys {
        _ = try await run(["projects", "set", id, "--app", app, "--unproven-sends", unproven])
        return ProjectKeys(
            project: id, client: try await addKey("client", of: app, bounds.map { ["--for", $0] } ?? []),
            admin: try await addKey("admin", of: app))
    }

    /// Makes a key of an app, and returns its text.
    func addKey(_ scope: String, of app: String = Site.app, _ options: [String] = []) async throws -> String {
        try #require(try await run(["keys", "add", app, "--scope", scope] + options)["key"]?.string)
    }

    /// Starts API, worker and Firebase surface in one process; makes a project unless there is one.
    func identity(
        _ mode: SurfaceMode = .production, of project: ProjectKeys? = nil, settings: [String] = []
    ) async throws -> Identity {
        let keys: ProjectKeys
        if let project { keys = project } else { keys = try await makeProject() }
        let served = try await serve(settings: Self.settings(mode, keys) + settings)
        return Identity(
            process: served.process, caller: try await surface(of: served.process, mode, keys), api: served.caller)
    }

    /// Starts a process that has the Firebase surface and nothing else.
    func loneIdentity(
        _ mode: SurfaceMode = .production, of keys: ProjectKeys, settings: [String] = [],
        _ environment: [String: String] = [:]
    ) async throws -> (process: ChildProcess, caller: IdentityCaller) {
        let process = try start("identity", settings: Self.settings(mode, keys) + settings, environment)
        try await process.says("connected to the broker", "connection", "publishing")
        return (process, try await surface(of: process, mode, keys))
    }

    private static func settings(_ mode: SurfaceMode, _ keys: ProjectKeys) -> [String] {
        ["identity.port=0", "identity.mode=\(mode.rawValue)", "identity.project=\(keys.project)"]
    }

    private func surface(
        of process: ChildProcess, _ mode: SurfaceMode, _ keys: ProjectKeys
    ) async throws -> IdentityCaller {
        let listening = try await operatorCaller(of: process, words: mode.words)
        return IdentityCaller(base: listening.base, mode: mode, keys: keys, client: listening.client)
    }

    /// The code of the last SMS that a phone has got.
    func lastCode(of phone: String) async throws -> String {
        try await eventually("an SMS has arrived") { self.ledger.sms.contains { $0.phone == phone } }
        return try #require(ledger.sms.last { $0.phone == phone }?.code)
    }

    /// Puts the app into testing mode, in which nothing but its test numbers works; before the processes start.
    func beginTesting() async throws {
        _ = try await run(["apps", "add", Self.app, "--testing", "--rules", #"{"maxTestNumbers":50}"#])
    }

    /// Test numbers of an app in testing mode, known to the process.
    func testNumbers(_ count: Int, at identity: Identity) async throws -> [String] {
        let phones = Site.phones(count)
        for phone in phones {
            let status = try await identity.api.saveTestNumber(phone, code: Self.testCode).status
            try #require(status == 201)
        }
        try await eventually("the test numbers are known") {
            try await identity.api.start(phones[count - 1], wait: 30).status == 200
        }
        return phones
    }

    static let testCode = "123456"

    /// How many verifications there are in all.
    func verifications() async throws -> Int {
        Int(try await pool.query("select count(*) from verification").value(as: Int64.self))
    }

    /// How many accounts have a number, in all projects.
    func accounts(with phone: String) async throws -> Int {
        let rows = try await pool.query("select count(*) from account where phone = \(phone)")
        return Int(try #require(try rows.column(as: Int64.self).first))
    }

    /// How many sessions the accounts with a number have.
    func sessions(with phone: String) async throws -> Int {
        let rows = try await pool.query(
            """
            select count(*) from refresh_session s join account a on a.project = s.project and a.id = s.account
            where phone = \(phone)
            """)
        return Int(try #require(try rows.column(as: Int64.self).first))
    }

    /// How many accounts and sessions there are in all.
    func accountsAndSessions() async throws -> [Int] {
        let rows = try await pool.query(
            "select (select count(*) from account), (select count(*) from refresh_session)")
        let row = try #require(try rows.decode(as: Int64.self, Int64.self).first)
        return [Int(row.0), Int(row.1)]
    }

    /// Expects that no log tells what opens an account of these people.
    func expectSecret(_ people: [SignedInPerson], sourceLocation: SourceLocation = #_sourceLocation) {
        // A signature alone is worth nothing, but whoever logs it has logged the token.
        let signatures = people.compactMap { $0.idToken.split(separator: ".").last.map(String.init) }
        expectNotLogged(people.map(\.refreshToken) + signatures, sourceLocation: sourceLocation)
    }
}
