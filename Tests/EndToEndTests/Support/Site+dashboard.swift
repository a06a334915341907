import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

extension Site {
    /// A process of the dashboard, and where a browser finds it.
    struct Dashboard: Sendable {
        let process: ChildProcess
        let port: Int
        let path: String

        /// By a name from which a browser takes the cookie also without TLS.
        var base: String { "http://localhost:\(port)\(path)" }
    }

    /// Starts the dashboard and returns when it listens.
    func dashboard(
        path: String = "/ops", settings: [String] = [], environment: [String: String] = [:]
    ) async throws -> Dashboard {
        let own = ["dashboard.port=0", "dashboard.path=\(path)"]
        let gateway = ["gateway.kind=webhook", "gateway.url=\(ledger.url)"]
        let process = try start("dashboard", settings: own + gateway + settings, environment)
        let address = try await process.says("dashboard listens")?["address"]?.string
        let port = try #require(address.flatMap { URLComponents(string: $0)?.port })
        return Dashboard(process: process, port: port, path: path)
    }

    static let operatorPassword = "night-shift"
    /// Of that password at the least cost: to try a password of `operators add` takes a debug build seconds.
    private static let passwordHash =
        "$scrypt$ln=10,r=1,p=1$dmVyaWZ5ZCdzIHRlc3RzIQ$-rWfoNy8fvm3Zxl8DvbQ3P4cvIaz_p2EQo_yl2VP9NI"

    /// Makes people who may sign in, or gives them another role; a process that runs hears of it within two seconds.
    func makeOperators(_ people: KeyValuePairs<String, OperatorRole>) async throws {
        for (name, role) in people {
            try await pool.query(
                """
                insert into operator (name, role, password) values (\(name), \(role.rawValue), \(Self.passwordHash))
                on conflict (name) do update set role = excluded.role, changed_at = clock_timestamp()
                """)
        }
    }

    /// Lets the pages have something to show: verifications in several states, and what an operator did; returns the
    /// ids of the verifications.
    func fillPages(_ api: APICaller) async throws -> [String] {
        var ids: [String] = []
        let phones = Site.phones(4)
        for phone in phones { ids.append(try #require(try await api.start(phone, wait: 30).id)) }
        _ = try await api.check(ids[0], try ledger.onlyCode(of: phones[0]))
        _ = try await api.check(ids[1], try ledger.onlyCode(of: phones[1]).wrongCode)
        _ = try await api.cancel(ids[2])
        _ = try await run(["queues", "pause", "events", "--reason", "exercise"])
        _ = try await run(["queues", "resume", "events"])
        return ids
    }
}
