import ArgumentParser
import Assembly
import Foundation
import Gateways
import PhoneNumbers
import PostgreSQL
import StrictJSON
import VerificationCore

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check settings, gateway, database, schema, broker and queues; exit 1 if one does not work.",
        discussion: """
            A gateway is asked with OPTIONS, without body, token and signature: whatever it answers, it is there, \
            and nothing is sent. The broker is sent a message that reaches no queue, because under an alarm it answers all \
            questions and takes no messages.
            """)

    /// The role of the process whose needs are checked.
    enum Role: String, ExpressibleByArgument, CaseIterable {
        case serve, worker, api, identity

        /// Whether its process calls gateways.
        var sends: Bool {
            switch self {
            case .serve, .worker: true
            case .api, .identity: false
            }
        }

        /// Whether its process serves apps that speak Firebase's protocol.
        func hasSurface(_ settings: Settings) -> Bool {
            switch self {
            case .identity: true
            case .serve: settings.hasIdentity
            case .worker, .api: false
            }
        }
    }

    @Option(help: "The role that will run here: serve, worker, api or identity. Only the first two need a gateway.")
    var role = Role.serve
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try await Settings(sources)
        let findings =
            [Self.values(settings), Self.keys(settings), Self.plan(settings)]
            + (role.sends ? await Self.gateways(settings) : [])
            + (role.hasSurface(settings) ? Self.surface(settings) : [])
            + (await Self.signOn(settings)) + (await Self.database(settings, for: role)) + (await Self.broker(settings))
        output.print(json: .array(findings.map(\.json)), text: table(findings.map(\.row)))
        guard findings.allSatisfy({ $0.level != .failed }) else { throw ExitStatus.bad.code }
    }

    /// Checks every value that is set, also values that another role reads.
    private static func values(_ settings: Settings) -> Finding {
        let problems = settings.problems
        let words = problems.map(\.description).joined(separator: "; ")
        return Finding(
            "settings", is: problems.isEmpty ? .ok : .failed, words: problems.isEmpty ? "can be read" : words)
    }

    private static func keys(_ settings: Settings) -> Finding {
        .of("code keys") { "current key is \(try settings.value(of: CodeSettings.keys).currentName)" }
    }

    /// Checks each gateway alone, and with a list of gateways also whether a worker can use them together.
    private static func gateways(_ settings: Settings) async -> [Finding] {
        var findings: [Finding] = []
        for described in settings.gateways { findings.append(await gateway(settings, for: described)) }
        if let routes = settings.routeSyntax { findings.append(self.routes(routes, in: settings)) }
        return findings
    }

    private static func routes(_ words: String, in settings: Settings) -> Finding {
        do {
            let blind = try ConfiguredGateways(settings).learnersWithoutReceipts
            guard !blind.isEmpty else { return Finding("routes", is: .ok, words: words) }
            let names = blind.joined(separator: ", ")
            return Finding(
                "routes", is: .warning, words: "\(words); nothing is learned of \(names), which has no receipts")
        } catch {
            return Finding("routes", is: .failed, words: "\(error)")
        }
    }

    private static func gateway(_ settings: Settings, for described: GatewaySettings) async -> Finding {
        let subject = described.name.map { "gateway \($0)" } ?? "gateway"
        do {
            let way = try settings.receiptWay(of: described).words
            let (provider, gateway) = (try settings.provider(of: described), try settings.gateway(described))
            if let note = provider.trialNote { return Finding(subject, is: .ok, words: "\(provider.kind): \(note)") }
            let advice = try settings.advice(on: described)
            return finding(subject, kind: provider.kind, way: way, advice: advice, probe: await probe(gateway))
        } catch {
            return Finding(subject, is: .failed, words: "\(error)")
        }
    }

    private static func probe(_ gateway: some ConnectedGateway) async -> GatewayProbe {
        await gateway.use { await $0.probe(within: .seconds(5)) }
    }

    private static func finding(
        _ subject: String, kind: String, way: String, advice: String?, probe: GatewayProbe
    ) -> Finding {
        let more = advice.map { "; \($0)" } ?? ""
        return switch probe {
        case .answers(let how):
            Finding(subject, is: advice == nil ? .ok : .warning, words: "\(kind) is there (\(how)); \(way)\(more)")
        case .isAway(let reason): Finding(subject, is: .failed, words: "\(kind) cannot be reached: \(reason)\(more)")
        }
    }
}

extension DoctorCommand {
    /// Names the numbering plan; it warns of one that is older than a year, or than the built-in plan.
    static func plan(_ settings: Settings) -> Finding {
        let subject = "numbering plan"
        do {
            let plan = try settings.value(of: PhoneSettings.plan)
            if plan.date < NumberingPlan.builtIn.date {
                return Finding(
                    subject, is: .warning,
                    words: "\(plan.words) is older than the built-in \(NumberingPlan.builtIn.words)")
            }
            guard Machine.now() < plan.date.start + .seconds(366 * 86_400) else {
                return Finding(
                    subject, is: .warning,
                    words: "\(plan.words) is older than a year: set phones.plan, or update verifyd")
            }
            return Finding(subject, is: .ok, words: plan.words)
        } catch {
            return Finding(subject, is: .failed, words: "\(error)")
        }
    }
}

extension DoctorCommand {
    /// Compares this machine's clock with that of each host of `database.url`: a standby may become the primary.
    static func clocks(_ configuration: PostgresConfiguration) async -> [Finding] {
        let hosts = configuration.eachHost
        var findings: [Finding] = []
        for host in hosts {
            let subject = hosts.count == 1 ? "clock" : "clock of \(host)"
            do {
                let pool = PostgresPool(host)
                defer { pool.close() }
                findings.append(finding(subject, ahead: try await offset(pool)))
            } catch {
                // While another host answers, verifyd works; the finding `database` fails where none does.
                findings.append(Finding(subject, is: .warning, words: "not known: \(error)"))
            }
        }
        return findings
    }

    /// This machine's clock minus the server's clock.
    private static func offset(_ pool: PostgresPool) async throws -> Duration {
        // Opens the connection, so that what follows is the time of a question alone.
        try await pool.ping()
        let (before, start) = (Machine.now(), ContinuousClock.now)
        let rows = try await pool.read("select (extract(epoch from clock_timestamp()) * 1000000)::int8")
        let took = ContinuousClock.now - start
        return before + took / 2 - Timestamp(microseconds: try rows[0].decode(0))
    }

    /// At most a warning, because the rules use the database's clock, not this machine's.
    static func finding(_ subject: String, ahead: Duration) -> Finding {
        let milliseconds = ahead.wholeMicroseconds / 1_000
        let words = "this machine is \(abs(milliseconds)) ms \(milliseconds < 0 ? "behind" : "ahead of") the database"
        let isOff = abs(milliseconds) > 2_000
        return Finding(
            subject, is: isOff ? .warning : .ok, words: isOff ? "\(words): look at NTP on both hosts" : words)
    }
}
