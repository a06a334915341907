import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// What a command with `--dry-run` says and does not do, and the line of the audit when it is done.
@Suite("dry runs, and the audit of commands", .serialized, .timeLimit(.minutes(10)))
struct DryRunTests {
    @Test("a dry run says what would be done and changes nothing; the action changes it, and the audit has its line")
    func everyAction() async throws {
        try await withSite { site in
            let key = try await site.prepareActions()
            for trial in Trial.all(key: key) {
                let (before, rows) = (try await site.contents(), try await site.contentsWithoutAudit())
                let said = try await site.run(trial.command + ["--dry-run"])
                #expect(said["dryRun"]?.bool == true, "\(trial.command)")
                #expect(try await site.contents() == before, "\(trial.command) is only tried")
                _ = try await site.text(trial.command + ["--dry-run"])

                _ = try await site.run(trial.command)
                #expect(try await site.contentsWithoutAudit() != rows, "\(trial.command) does something")
                let line = try #require(try await site.run(["audit", "list", "--limit", "1"]).array?.first)
                #expect(line["action"]?.string == trial.action.rawValue, "\(trial.command): \(line)")
                #expect(line["subject"]?.string?.contains(trial.subject) == true, "\(trial.command): \(line)")
                #expect(line["result"] == "done" && line["actor"]?.string?.isEmpty == false)
                #expect((line["reason"]?.string ?? "") == trial.reason, "\(trial.command): \(line)")
            }
        }
    }

    @Test("commands with --dry-run are those that are tried here")
    func complete() async throws {
        let trials = Trial.all(key: "").map { $0.command.joined(separator: " ") }
        let others: Set = [
            "queues replay", "queues purge", "migrate", "verifications erase", "verifications cancel", "restored",
            "operators reset-factor", "operators off", "operators on", "dead replay",
        ]
        let known = try await HelpDump.read().commands.filter { $0.options.contains("dry-run") }.map(\.name)
        let tried = trials.compactMap { trial in known.first { trial == $0 || trial.hasPrefix($0 + " ") } }
        #expect(Set(known).subtracting(others) == Set(tried) && tried.count == trials.count)
    }

    @Test("a dry run of what is not there ends with 64, like the action itself")
    func absent() async throws {
        try await withSite { site in
            _ = try await site.makeProject()
            for command in [
                ["keys", "revoke", Site.app, "abc"], ["texts", "remove", Site.app, "fr"],
                ["test-numbers", "remove", Site.app, "+14155552123"], ["blocks", "remove", "+234"],
                ["operators", "remove", "anna"], ["operators", "reset-factor", "anna"],
                ["operators", "off", "anna"], ["operators", "on", "anna"], ["gateways", "off", "other"],
                ["projects", "remove", "no-shop"],
                ["projects", "set", "no-shop", "--app", "nobody"], ["signing-keys", "remove", "spare"],
                ["projects", "service-accounts", "remove", "spare-key"],
                ["accounts", "remove-factor", "demo-shop", "--id", "nobody", "--factor", "a"],
            ] {
                let process = try site.start(command + ["--dry-run", "--set", "gateway.kind=sandbox"])
                #expect(try await process.exit() == .code(66), "\(command): \(process.log)")
            }
            for command in [
                ["projects", "set", "a-shop", "--app", Site.app, "--domains", "https://shop.example:8443"],
                ["projects", "set", "b-shop", "--app", Site.app],
            ] {
                let process = try site.start(command + ["--dry-run"])
                #expect(try await process.exit() == .code(64), "\(command): \(process.log)")
            }
            let both = try site.start(["queues", "purge", "dead", "--yes", "--dry-run"])
            #expect(try await both.exit() == .code(64), "\(both.log)")
        }
    }

    @Test("what stands with a reason for others to read is tried without a reason, and is not done without")
    func unreasoned() async throws {
        try await withSite { site in
            for command in [["queues", "pause", "events"], ["blocks", "add", "+234"]] {
                #expect(try await site.run(command + ["--dry-run"])["dryRun"]?.bool == true)
                let action = try site.start(command)
                #expect(try await action.exit() == .code(64), "\(command)")
                #expect(action.log.contains("say why with --reason"), "\(action.log)")
            }
            for command in [
                ["queues", "resume", "events"], ["gateways", "off", "sandbox"], ["blocks", "remove", "1"],
            ] {
                let lines = try site.start(command + ["--reason", "two\nlines"])
                #expect(try await lines.exit() == .code(64), "\(command)")
                #expect(lines.log.contains("--reason must be one line"), "\(lines.log)")
            }
            #expect(try await site.run(["queues", "list"]).array?.contains { $0["isPaused"]?.bool == true } == false)
        }
    }

    @Test("a dry run of a replay tells how many have expired, and leaves all of them where they are")
    func replay() async throws {
        try await withSite { site in
            let phones = Site.phones(3)
            let late = phones.prefix(2).map { Site.request(Site.makeID(secondsAgo: 7_200), $0) }
            try await site.deadLetter(late + [Site.request(Site.makeID(), phones[2])])
            let plan = try await site.run(["queues", "replay", "--dry-run"])
            #expect(plan["dryRun"]?.bool == true && plan["present"]?.integer == 3)
            #expect(plan["wouldReplay"]?.integer == 3 && plan["expired"]?.integer == 2, "\(plan)")
            let two = try await site.run(["queues", "replay", "--dry-run", "--limit", "2"])
            #expect(two["wouldReplay"]?.integer == 2 && two["expired"]?.integer == 2)
            let other = try await site.run(["queues", "replay", "--dry-run", "--only", "not-json"])
            #expect(other["wouldReplay"]?.integer == 0 && other["expired"]?.integer == 0)
            let drop = try await site.run(["queues", "purge", "dead", "--dry-run"])
            #expect(drop["wouldPurge"]?.integer == 3 && drop["left"]?.integer == 3 && drop["dryRun"]?.bool == true)
            let (dead, waiting) = (try await site.dead(), try await site.waiting())
            #expect(dead == 3 && waiting == 0)
            #expect(try await site.deadLetterActions().isEmpty)

            let replay = ["queues", "replay", "--limit", "1", "--only", "out-of-tries", "--reason", "it is mended"]
            #expect(try await site.run(replay)["replayed"]?.integer == 1)
            let purge = ["queues", "purge", "dead", "--yes", "--reason", "nobody waits"]
            #expect(try await site.run(purge)["purged"]?.integer == 2)
            let said = try await site.deadLetterActions()
            #expect(
                said == [
                    "dead letters: 2 dropped (nobody waits)",
                    "dead letters of out-of-tries: 1 moved, 2 left (it is mended)",
                ])
        }
    }

    @Test("a migration is told before it is made")
    func migrate() async throws {
        try await withSite { site in
            #expect(try await site.run(["migrate", "--dry-run"])["missing"]?.array == [])
            try await site.pool.query("update schema_migration set name = '0 of an earlier release' where version = 0")
            #expect(try await site.run(["migrate", "--dry-run"])["missing"]?.array == ["functions"])
            #expect(try await site.run(["migrate"])["applied"]?.array == ["functions"])
        }
    }

    @Test("beside a step that this program may ignore there is nothing to migrate, and doctor finds no fault in it")
    func ignoredStep() async throws {
        try await withSite { site in
            // Doctor wants a worker that takes requests.
            let (_, api) = try await site.serve()
            try await site.pool.query("insert into schema_migration (version, name) values (99, 'additive: later')")
            let plan = try await site.run(["migrate", "--dry-run"])
            #expect(plan["missing"]?.array == [] && plan["ignored"]?.array == ["later"])
            let done = try await site.run(["migrate"])
            #expect(done["applied"]?.array == [] && done["ignored"]?.array == ["later"])
            let said = "has 1 step of a later version that this program may ignore: later"
            #expect(try await site.text(["migrate"]).contains(said))
            let doctor = try site.start(["doctor", "--role", "api"])
            #expect(try await doctor.exit() == .code(0), "\(doctor.log)")
            #expect(doctor.log.contains(said), "\(doctor.log)")
            #expect(try await api.start(Site.phones(1)[0], wait: 30).status == 200)
        }
    }

    @Test("dead letters are purged while the database is away, and a queue is paused without a table of the audit")
    func unaudited() async throws {
        try await withSite { site in
            try await site.deadLetter([Site.request(Site.makeID(), Site.phones(1)[0])])
            let nowhere = try ReservedPort()
            let away = ["--set", "database.url=postgres://postgres@127.0.0.1:\(nowhere.port)/none"]
            let purge = try site.start(["queues", "purge", "dead", "--yes"] + away)
            #expect(try await purge.exit() == .code(0), "\(purge.log)")
            #expect(purge.log.contains("but the audit has no line of it: the database does not answer"), "\(purge.log)")
            #expect(try await site.dead() == 0)

            try await site.pool.query("drop table audit")
            let pause = try site.start(["queues", "pause", "events", "--reason", "older schema"])
            #expect(try await pause.exit() == .code(0), "\(pause.log)")
            #expect(pause.log.contains("the audit has no line of it") && pause.log.contains("verifyd migrate"))
            #expect(pause.log.contains(#""isNew":true"#))
        }
    }
}

/// A command that changes something in the database, and the line that it leaves in the audit.
private struct Trial: Sendable {
    let command: [String]
    let action: OperatorAction
    let subject: String

    /// What follows `--reason`; empty without a reason.
    var reason: String { command.firstIndex(of: "--reason").map { command[$0 + 1] } ?? "" }

    init(_ command: [String], _ action: OperatorAction, _ subject: String) {
        (self.command, self.action, self.subject) = (command, action, subject)
    }

    /// In an order in which each finds something to do.
    static func all(key: String) -> [Trial] {
        let gateway = ["--set", "gateway.kind=sandbox"]
        let phones = Site.phones(2)
        return [
            Trial(["apps", "add", Site.app, "--testing"], .changeApp, "changed: testing"),
            Trial(["apps", "events", Site.app, "--url", "https://example.org/e"], .changeApp, "events switched on"),
            Trial(["apps", "events", Site.app, "--secret"], .changeApp, "another secret"),
            Trial(["apps", "events", Site.app, "--off"], .changeApp, "events switched off"),
            Trial(["projects", "set", "demo-shop", "--app", Site.app], .changeApp, "project demo-shop"),
            Trial(["projects", "remove", "demo-shop"], .changeApp, "project demo-shop removed"),
            Trial(
                ["projects", "service-accounts", "remove", "spare-key"], .changeKey, "service account spare-key removed"
            ),
            Trial(
                [
                    "accounts", "remove-factor", "spare-shop", "--id", "ann", "--factor", "lost", "--reason",
                    "it is lost",
                ], .changeAccount, "account ann of project spare-shop: second factor (phone) removed"),
            Trial(["signing-keys", "remove", "spare"], .changeKey, "signing key spare removed"),
            Trial(["keys", "revoke", Site.app, key], .changeKey, "\(key) revoked"),
            Trial(["texts", "set", Site.app, "fr", "Code {app} : {code}"], .changeApp, "text for fr set"),
            Trial(["texts", "remove", Site.app, "fr"], .changeApp, "text for fr removed"),
            Trial(["test-numbers", "remove", Site.app, phones[0]], .changeTestNumber, "remove test number +49"),
            Trial(["limits", "reset", Site.app, "--phone", phones[1]], .resetLimit, "sends-per-phone"),
            Trial(["blocks", "add", "+234", "--reason", "pumping"], .changeBlock, "block prefix +234*"),
            Trial(
                ["blocks", "remove", "+234", "--reason", "it is over"], .changeBlock,
                "remove rule on prefix +234*: was block"),
            Trial(["operators", "add", "anna", "--role", "support"], .changeOperator, "anna to support"),
            Trial(["operators", "remove", "anna"], .changeOperator, "anna removed"),
            Trial(["queues", "pause", "events", "--reason", "a try"], .pauseQueue, "queue events"),
            Trial(["gateways", "off", "sandbox"] + gateway, .switchGateway, "gateway sandbox: off"),
            Trial(
                ["gateways", "on", "sandbox", "--reason", "well again"] + gateway, .switchGateway, "gateway sandbox: on"
            ),
            Trial(
                ["gateways", "weight", "sandbox", "5", "--reason", "cheaper"] + gateway, .switchGateway,
                "gateway sandbox: weight 5"),
        ]
    }
}

extension Site {
    /// Makes what the trials change, and returns the name of a key.
    fileprivate func prepareActions() async throws -> String {
        _ = try await run(["test-numbers", "add", Self.app, Self.phones(1)[0], "--code", "123456"])
        try await pool.query(
            """
            insert into phone_state (app, phone, sends)
            values (\(Self.app), \(Self.phones(2)[1]), array[(extract(epoch from now()) * 1000)::bigint])
            """)
        try await pool.query(
            """
            insert into signing_key (id, code_key, sealed_secret, certificate, active_from)
            values ('signing', 'first', '', '', now() - interval '1 hour'),
              ('spare', 'first', '', '', now() + interval '1 hour')
            """)
        _ = try await addApp("spare")
        _ = try await run(["projects", "set", "spare-shop", "--app", "spare"])
        try await pool.query(
            """
            insert into service_account (key_id, project, email, public_key)
            values ('spare-key', 'spare-shop', 'spare@example.com', '')
            """)
        try await pool.query(
            """
            insert into account (project, id, is_email_verified, is_disabled, valid_since, created_at, second_factors)
            values ('spare-shop', 'ann', false, false, now(), now(), '[{"id":"lost","at":1,"phone":"+14155550101"}]')
            """)
        return try #require(try await run(["keys", "add", Self.app])["name"]?.string)
    }

    /// The rows of all tables; `pg_dump` fences its text with a word of chance.
    fileprivate func contents() async throws -> String {
        String(decoding: try await dump(), as: UTF8.self).split(separator: "\n")
            .filter { !$0.contains("restrict ") }.joined(separator: "\n")
    }

    /// Without the lines of the audit, which every action adds to.
    fileprivate func contentsWithoutAudit() async throws -> [Substring] {
        var isAudit = false
        return try await contents().split(separator: "\n").filter { line in
            if line.hasPrefix("COPY ") { isAudit = line.contains(".audit ") }
            return !isAudit && !line.contains("audit")
        }
    }

    /// What the audit says of dead letters, the newest first.
    fileprivate func deadLetterActions() async throws -> [String] {
        let lines = try await run(["audit", "list"]).array ?? []
        return lines.filter { $0["action"]?.string?.hasSuffix("dead-letters") == true }
            .map { "\($0["subject"]?.string ?? "") (\($0["reason"]?.string ?? ""))" }
    }
}
