import AMQP
import ArgumentParser
import PostgreSQL
import RequestQueue
import SessionStore
import VerificationCore

/// Looks at everything that a process needs, and says what is wrong in words.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check settings, database, schema, broker and queues; exit 1 if one is not well.")

    @OptionGroup var sources: SettingsSources
    @OptionGroup var output: OutputOptions

    struct Finding {
        let subject: String
        let isWell: Bool
        let words: String
    }

    func run() async throws {
        let settings = try await Settings(sources)
        let findings =
            [keys(settings), gateway(settings)] + (await database(settings)) + (await broker(settings))
        output.print(
            json: .array(findings.map(\.json)),
            text: table(findings.map { [$0.isWell ? "ok" : "FAILED", $0.subject, $0.words] }))
        guard findings.allSatisfy(\.isWell) else { throw ExitCode(1) }
    }

    private func keys(_ settings: Settings) -> Finding {
        finding("code keys") { "current key is \(try settings.keyRing().currentName)" }
    }

    private func gateway(_ settings: Settings) -> Finding {
        finding("gateway") { try GatewayChoice(settings, isWorker: true).words }
    }

    private func database(_ settings: Settings) async -> [Finding] {
        do {
            let pool = PostgresPool(try Platform.database(settings, role: "verifyd-doctor"))
            defer { pool.close() }
            let start = ContinuousClock.now
            let version = try await pool.query("show server_version").column(as: String.self).first ?? "?"
            let took = (ContinuousClock.now - start).wholeMicroseconds / 1_000
            let pending = try await Migrator(pool: pool).pending()
            return [
                Finding(subject: "database", isWell: true, words: "PostgreSQL \(version) answers in \(took) ms"),
                Finding(
                    subject: "schema", isWell: pending == 0,
                    words: pending == 0 ? "up to date" : "\(pending) migrations missing: run `verifyd migrate`"),
            ] + (pending == 0 ? [try await apps(pool), try await clock(pool)] : [])
        } catch {
            return [Finding(subject: "database", isWell: false, words: "\(error)")]
        }
    }

    private func apps(_ pool: PostgresPool) async throws -> Finding {
        let unreadable = try await AppRegistry(pool: pool).unreadable().sorted { $0.key < $1.key }
        let words = unreadable.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        return Finding(subject: "apps", isWell: unreadable.isEmpty, words: unreadable.isEmpty ? "readable" : words)
    }

    /// A wrong clock is no failure: everything that counts is stamped by the database's.
    private func clock(_ pool: PostgresPool) async throws -> Finding {
        let clock = StoreClock(host: Platform.now)
        let askedAt = ContinuousClock.now
        let time = try await pool.read("select clock_timestamp()")
        clock.learn(try time[0].decode(0), askedAt: askedAt, answeredAt: .now)
        let milliseconds = (clock.offset ?? .zero).wholeMicroseconds / 1_000
        return Finding(subject: "clock", isWell: true, words: "the database's is ahead by \(milliseconds) ms")
    }

    private func broker(_ settings: Settings) async -> [Finding] {
        do {
            let broker = try Platform.broker(settings, role: "verifyd-doctor")
            let topology = QueueTopology(prefix: try settings.text(.queuePrefix), ladder: try settings.ladder())
            let inspector = QueueInspector(broker, topology: topology)
            let reports = try await inspector.reports()
            await inspector.close()
            return [Finding(subject: "broker", isWell: true, words: "answers")]
                + reports.map { finding($0, isWork: $0.queue == topology.requests) }
        } catch {
            return [Finding(subject: "broker", isWell: false, words: "\(error)")]
        }
    }

    /// A queue of work that nobody consumes is a problem; one with other settings is used as it is.
    private func finding(_ report: QueueInspector.Report, isWork: Bool) -> Finding {
        guard let status = report.status else {
            return Finding(subject: report.queue, isWell: true, words: "not declared yet: start a worker")
        }
        let isIdle = isWork && status.consumers == 0
        let consumers = isIdle ? "nobody consumes: start a worker" : "\(status.consumers) consumers"
        let mismatch = report.mismatch.map { "; has other settings, empty and delete it to have it made anew: \($0)" }
        return Finding(
            subject: report.queue, isWell: !isIdle, words: "\(status.messages) ready, \(consumers)\(mismatch ?? "")")
    }

    private func finding(_ subject: String, _ look: () throws -> String) -> Finding {
        do {
            return Finding(subject: subject, isWell: true, words: try look())
        } catch {
            return Finding(subject: subject, isWell: false, words: "\(error)")
        }
    }
}

extension DoctorCommand.Finding {
    fileprivate var json: JSONValue {
        .members(["subject": .string(subject), "ok": .bool(isWell), "detail": .string(words)])
    }
}
