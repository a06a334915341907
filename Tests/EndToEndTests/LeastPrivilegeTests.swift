import AMQP
import Foundation
import PostgreSQL
import Queue
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// The program with the users of `deploy/postgres` and `deploy/rabbitmq`: each role can do its work, and no more.
@Suite("users with the least rights", .serialized, .timeLimit(.minutes(10)))
struct LeastPrivilegeTests {
    @Test("a person gets a code and is approved, the app is told, and receipts, cancels and erasures work")
    func journey() async throws {
        try await withRoles { site, users in
            try await TwilioStandIn.with { twilio in
                try await withReceiver { receiver in
                    let phones = Site.phones(3)
                    let mine = try users.environment(.operator, at: site)
                    _ = try await site.run(["apps", "events", Site.app, "--url", receiver.url], with: mine)
                    let api = try await site.api(twilio.settings, environment: users.environment(.api, at: site)).caller
                    // The worker reads the apps when it starts, and later changes a moment after they are made.
                    #expect(try await api.saveTestNumber(phones[2], code: "123456").status == 201)
                    try await startWorker(twilio.settings, at: site, as: users)
                    let id = try #require(try await api.start(phones[0], wait: 30).id)
                    let message = try #require(try await twilio.messages(atLeast: 1).first)
                    let code = try #require(message.text.firstMatch(of: /[0-9]{6}/)).output
                    try await twilio.tellUntilTaken(api, message, "delivered")
                    try await api.shows("delivered", of: id)
                    #expect(try await api.check(id, String(code).wrongCode, from: "192.0.2.7").status == 422)
                    #expect(try await api.check(id, String(code)).status == 200)
                    // Two events of a verification may pass each other on their way.
                    let told = try await receiver.events(of: id, 3).map(\.type)
                    #expect(told.contains("verification.approved"))

                    let canceled = try #require(try await api.start(phones[1], wait: 30).id)
                    #expect(try await api.cancel(canceled).status == 200)
                    _ = try await receiver.events(of: canceled, 2)
                    #expect(try await api.erase(phones[0]).body["erasedVerifications"]?.integer == 1)
                    let test = try #require(try await api.start(phones[2], wait: 30).id)
                    #expect(try await api.check(test, "123456").status == 200)
                    #expect(try await api.readiness() == (200, "ok"))
                    try await expectNoTrouble(site)
                }
            }
        }
    }

    @Test("an operator's commands work with an operator's users: apps, gateways, limits, dead letters, erasures")
    func commands() async throws {
        try await withRoles { site, users in
            let mine = try users.environment(.operator, at: site)
            let gateway = ["--set", "gateway.kind=webhook", "--set", "gateway.url=\(site.ledger.url)"]
            let api = try await site.api(environment: users.environment(.api, at: site)).caller
            try await startWorker(
                ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)"], at: site, as: users)
            let phones = Site.phones(2)
            let id = Site.makeID()
            try await site.publish([Site.request(id, phones[0], app: "shop")])
            try await eventually("it is dead-lettered") { try await site.dead() == 1 }
            _ = try await site.run(["apps", "add", "shop", "--name", "Shop", "--regions", "all"], with: mine)
            _ = try await site.run(["keys", "add", "shop"], with: mine)
            try await eventually("it is served") {
                _ = try await site.run(["queues", "replay"], with: mine)
                return site.ledger.sms.count == 1
            }
            _ = try await site.run(["queues", "list", "--reasons"], with: mine)
            _ = try await site.run(["queues", "purge", "dead", "--yes"], with: mine)
            for command in [
                ["gateways", "off", "webhook"] + gateway, ["gateways", "on", "webhook"] + gateway,
                ["gateways", "list"] + gateway,
                ["limits", "show", "shop", "--phone", phones[0]], ["limits", "reset", "shop", "--phone", phones[0]],
                ["test-numbers", "add", "shop", phones[1], "--code", "123456"],
                ["verifications", "list", "--gateway", "webhook"], ["verifications", "show", phones[0]],
                ["verifications", "cancel", "\(id)"], ["verifications", "erase", phones[0], "--dry-run"],
                ["verifications", "erase", phones[0]],
                ["queues", "pause", "events", "--reason", "a try"], ["queues", "pause", "events", "--reason", "again"],
                ["queues", "resume", "events"], ["workers", "list"], ["audit", "list"],
                ["projects", "set", "demo-shop", "--app", "shop"], ["projects", "service-account", "demo-shop"],
                ["projects", "service-accounts", "list", "demo-shop"],
            ] { _ = try await site.run(command, with: mine) }
            try await site.pool.query(
                """
                insert into account (project, id, is_email_verified, is_disabled, valid_since, created_at, second_factors)
                values ('demo-shop', 'ann', false, false, now(), now(), '[{"id":"lost","at":1,"phone":"+14155550101"}]')
                """)
            let ann = ["demo-shop", "--id", "ann"]
            _ = try await site.run(["accounts", "show"] + ann, with: mine)
            _ = try await site.run(
                ["accounts", "remove-factor"] + ann + ["--factor", "lost", "--reason", "it is lost"], with: mine)
            try await expectMayTell(users, at: site)
            // Doctor asks whether a role could work with these users, so it is run with the role's own.
            let doctor = try site.start(
                "doctor", settings: [], users.environment(.api, at: site), options: ["--role", "api"])
            #expect(try await doctor.exit() == .code(0), "\(doctor.log)")
            let worker = try site.start(
                "doctor", settings: ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)"],
                users.environment(.worker, at: site), options: ["--role", "worker"])
            #expect(try await worker.exit() == .code(0), "\(worker.log)")
            #expect(try await api.start(phones[1], wait: 30).status == 200)
            try await expectNoTrouble(site)
        }
    }

    @Test("the Firebase surface signs in, changes and deletes people, and changes its project, with its own users")
    func identity() async throws {
        try await withRoles { site, users in
            let keys = try await site.makeProject()
            try await startWorker(
                ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)"], at: site, as: users)
            let surface = try await site.loneIdentity(of: keys, users.environment(.identity, at: site))
            let (caller, phones) = (surface.caller, Site.phones(4))
            let ann = try await caller.person(with: phones[0], at: site)
            #expect(try await caller.signIn(try await caller.session(of: phones[1], at: site).guess()).status == 400)
            let moved = try await caller.signIn(
                try await caller.session(of: phones[1], at: site), ["idToken": .string(ann.idToken)])
            #expect(moved["localId"] == ann.id)
            #expect(try await caller.refresh(ann.refreshToken).status == 200)
            #expect(try await caller.lookUp(ann).status == 200)
            try await administer(ann, caller, phones)
            let audit = try await site.run(["audit", "list", "--action", "change-account"]).array ?? []
            #expect(!audit.isEmpty && audit.allSatisfy { $0["actor"]?.string?.hasPrefix("key ") == true })
            let doctor = try site.start(
                "doctor", settings: ["identity.port=0"], users.environment(.identity, at: site),
                options: ["--role", "identity"])
            #expect(try await doctor.exit() == .code(0), "\(doctor.log)")
            let ben = try await caller.person(with: phones[2], at: site)
            #expect(try await caller.call("delete", ["idToken": .string(ben.idToken)]).status == 200)
            try await expectNoTrouble(site)
        }
    }

    @Test("a surface that may not make accounts is not ready, doctor says so, and it serves when it may")
    func noAccounts() async throws {
        try await withRoles { site, users in
            let (keys, user) = (try await site.makeProject(), users.name(.identity))
            try await site.pool.query("revoke insert on account from \(identifier: user)")
            let surface = try await site.loneIdentity(of: keys, users.environment(.identity, at: site))
            try await eventually("it says what it lacks") { surface.process.log.contains("permission denied") }
            #expect(try await schema(of: surface.caller) != "ok")
            let doctor = try site.start(
                "doctor", settings: ["identity.port=0"], users.environment(.identity, at: site),
                options: ["--role", "identity"])
            #expect(try await doctor.exit() != .code(0))
            #expect(doctor.log.contains("accounts") && doctor.log.contains("permission denied"), "\(doctor.log)")
            try await site.pool.query("grant insert on account to \(identifier: user)")
            try await eventually("it is found to fit") { try await schema(of: surface.caller) == "ok" }
        }
    }

    /// What a load balancer's page says of the schema.
    private func schema(of caller: IdentityCaller) async throws -> String? {
        try await caller.send("GET", "/readyz").body["checks"]?["schema"]?.string
    }

    /// What an administrator may do: with an account, with many, and with the project's configuration.
    private func administer(_ ann: SignedInPerson, _ caller: IdentityCaller, _ phones: [String]) async throws {
        let config: [(mask: String, body: String)] = [
            (
                "signIn.phoneNumber.testPhoneNumbers",
                #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"\#(phones[3])":"123456"}}}}"#
            ),
            ("smsRegionConfig", #"{"smsRegionConfig":{"allowByDefault":{"disallowedRegions":["KP"]}}}"#),
            ("authorizedDomains", #"{"authorizedDomains":["shop.test"]}"#),
            ("signIn.phoneNumber.testPhoneNumbers", #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{}}}}"#),
        ]
        for (mask, body) in config {
            let answer = try await caller.send(
                "PATCH", "\(IdentityCaller.v2)/projects/\(caller.keys.project)/config?updateMask=\(mask)", body,
                ["authorization": "Bearer \(caller.keys.admin)"])
            #expect(answer.status == 200, "\(mask): \(answer.message ?? "")")
        }
        let link: JSONValue = ["providerId": "facebook.com", "rawId": "77"]
        let calls: [(path: String, members: [String: JSONValue])] = [
            ("/accounts:update", ["localId": .string(ann.id), "linkProviderUserInfo": link]),
            ("/accounts:update", ["localId": .string(ann.id), "deleteProvider": ["facebook.com"]]),
            ("/accounts:update", ["localId": .string(ann.id), "mfa": ["enrollments": []]]),
            ("/accounts", ["localId": "new", "email": "new@shop.test"]),
            ("/accounts:batchCreate", ["users": [["localId": "imported"]], "allowOverwrite": true]),
            ("/accounts:query", ["returnUserInfo": false]), ("/accounts:query", ["order": "DESC"]),
            (":createSessionCookie", ["idToken": .string(ann.idToken)]),
            ("/accounts:update", ["localId": .string(ann.id), "validSince": "1"]),
            ("/accounts:batchDelete", ["localIds": ["imported", "new"], "force": true]),
            ("/accounts:delete", ["localId": .string(ann.id)]),
        ]
        for (path, members) in calls {
            let answer = try await caller.manage(path, members)
            #expect(answer.status == 200, "\(path): \(answer.message ?? "")")
        }
    }

    @Test("a worker that loses a right leaves all requests to a worker that has it, and goes on when it has it again")
    func lostRight() async throws {
        try await withRoles { site, users in
            let phones = Site.phones(300)
            let api = try await site.api(environment: users.environment(.api, at: site)).caller
            let worker = try site.start(
                "worker", settings: ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)"],
                users.environment(.worker, at: site))
            try await worker.says("the database fits")
            let user = users.name(.worker)
            try await site.pool.query("revoke insert on message from \(identifier: user)")
            try await worker.says("the database does not fit; what needs it waits until it is mended")
            try await api.expectAccepted(Array(phones[..<200]))
            let other = try await site.worker()
            try await site.ledger.sms(atLeast: 200)
            try await other.stop()
            try await users.grant(at: site)
            try await worker.says("the database is back; what waited goes on")
            try await api.expectAccepted(Array(phones[200...]))
            try await site.ledger.sms(atLeast: 300)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a dashboard with its own user of the database is ready, and shows what is on record")
    func dashboard() async throws {
        try await withRoles { site, users in
            try await site.makeOperators(["ada": .viewer])
            let dashboard = try await site.dashboard(environment: users.environment(.dashboard, at: site))
            let admin = try await site.operatorCaller(of: dashboard.process)
            try await eventually("the schema is found to fit") {
                let page = try await admin.page("/readyz").body
                return page.contains(#""status":"ok""#) && page.contains(#""schema":"ok""#)
            }
            try await DashboardCaller.with(dashboard.base) { stranger in
                let ada = try await stranger.signedIn("ada")
                #expect(try await ada.get("/verifications").status == 200)
            }
            try await expectNoTrouble(site)
        }
    }

    @Test("what a role must not do, PostgreSQL refuses")
    func refused() async throws {
        try await withGrants { site, users in
            for refusal in Refusal.all { try await expect(refusal, at: site, of: users) }
        }
    }

    /// Where an app has an endpoint, a cancel writes an event beside it.
    private func expectMayTell(_ users: RoleUsers, at site: Site) async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: try users.databaseURL(.operator, at: site)))
        defer { pool.close() }
        try await pool.query("update verification set events = 1 where false")
        try await pool.query(
            """
            insert into outbox (app, verification_id, sequence, kind, status, created_at)
            select '', gen_random_uuid(), 1, '', '', now() where false
            """)
    }

    private func expect(_ refusal: Refusal, at site: Site, of users: RoleUsers) async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: try users.databaseURL(refusal.role, at: site)))
        defer { pool.close() }
        for statement in refusal.statements {
            let error = await #expect(throws: PostgresError.self, "\(refusal.role): \(statement)") {
                try await pool.query("\(unsafeRaw: statement)")
            }
            #expect(error?.sqlState == "42501", "\(refusal.role): \(statement)")
        }
    }

    @Test("what a role must not do, RabbitMQ refuses")
    func refusedByBroker() async throws {
        try await withRoles { site, users in
            let topology = site.topology
            for (role, queue) in [
                (RoleUsers.Role.api, topology.requests), (.api, topology.dead), (.operator, topology.requests),
                (.dashboard, topology.requests), (.identity, topology.requests), (.identity, topology.dead),
                (.scaler, topology.requests), (.scaler, topology.dead),
            ] {
                await expectRefusal(of: role, as: users) { client throws(AMQPError) in
                    _ = try await client.get(queue: queue)
                }
            }
            for role in RoleUsers.Role.allCases {
                await expectRefusal(of: role, as: users) { client throws(AMQPError) in
                    try await client.delete(queue: topology.requests)
                }
            }
            let request = ForeignMessage.request(Site.phones(1)[0])
            for (role, exchange, key) in [
                (RoleUsers.Role.api, "", topology.requests), (.api, topology.exchange, "event"),
                (.worker, topology.exchange, "request"), (.operator, "", topology.dead),
                (.dashboard, "", topology.dead), (.identity, "", topology.requests),
                (.identity, topology.exchange, "receipt"), (.scaler, topology.exchange, "request"),
            ] {
                let url = try users.brokerURL(role)
                await #expect(throws: ChildProcess.Ended.self, "\(role) publishes to \(exchange) with \(key)") {
                    try await PythonProducer.publish([request], to: exchange, routingKey: key, url: url)
                }
            }
            #expect(try await site.waiting() == 0)
        }
    }

    @Test("the dashboard's user of the broker sees every queue, and replays and drops the dead letters")
    func tending() async throws {
        try await withRoles { site, users in
            let broker = try AMQPConfiguration(urls: try users.brokerURL(.dashboard))
            let dead = DeadLetterQueue(broker, topology: site.topology)
            let phones = Site.phones(2)
            try await site.deadLetter(phones.map { Site.request(Site.makeID(), $0) })
            for report in try await QueueInspector(broker, topology: site.topology).reports() {
                guard case .present(_, _, mismatch: nil) = report.state else {
                    Issue.record("\(report)")
                    continue
                }
            }
            #expect(try await dead.survey().present == 2)
            #expect(await dead.replay(limit: 1) == DeadLetterReplay(replayed: 1, left: 1))
            #expect(try await dead.purge() == 1)
            #expect(try await (site.waiting(), site.dead()) == (1, 0))
        }
    }

    /// Between a migration and the grants after it, workers go on: they may call the functions that are new.
    @Test("a worker makes and drops partitions that it does not own, also after a migration made the functions anew")
    func partitions() async throws {
        try await withGrants { site, users in
            try await site.pool.query("update schema_migration set name = '0 of an earlier release' where version = 0")
            _ = try await site.run(["migrate"])
            let pool = PostgresPool(try PostgresConfiguration(url: try users.databaseURL(.worker, at: site)))
            defer { pool.close() }
            try await pool.query("select make_partitions((now() at time zone 'utc')::date - 40, 1)")
            let day: String = try await pool.query(
                "select to_char((now() at time zone 'utc')::date - 40, 'YYYYMMDD')"
            ).value()
            // The new table has the rights of its parent, because a worker's statements name it.
            try await pool.query("select from \(identifier: "message_" + day)")
            await #expect(throws: PostgresError.self) {
                try await pool.query("drop table \(identifier: "message_" + day)")
            }
            try await pool.query("select drop_partition(\("message_" + day))")
            let isThere: Bool = try await pool.query("select to_regclass(\("message_" + day)) is not null").value()
            #expect(!isThere)
        }
    }

    @Test("a worker that may not keep its counts says so once, works on, and says when it may again")
    func counts() async throws {
        try await withRoles { site, users in
            let worker = users.name(.worker)
            try await site.pool.query("revoke insert on tally from \(identifier: worker)")
            let process = try site.start(
                "worker", settings: ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)"],
                users.environment(.worker, at: site))
            try await site.publish([Site.request(Site.makeID(), Site.phones(1)[0])])
            try await process.says("counts for the dashboard cannot be kept")
            #expect(site.ledger.sms.count == 1)
            try await site.pool.query("grant insert on tally to \(identifier: worker)")
            try await process.says("counts for the dashboard are kept again")
            let lines = process.log.matches(of: /counts for the dashboard cannot be kept/)
            #expect(lines.count == 1)
        }
    }

    /// An installation with its users at the database and at the broker.
    private func withRoles(_ test: (Site, RoleUsers) async throws -> Void) async throws {
        try await withGrants { site, users in
            try await users.installQueues(at: site)
            let mismatches = try await site.queues.declare(site.topology.declarations)
            #expect(mismatches.isEmpty, "the definitions and the program do not agree")
            try await test(site, users)
        }
    }

    /// An installation with its users at the database.
    private func withGrants(_ test: (Site, RoleUsers) async throws -> Void) async throws {
        try await RoleUsers.with { users in
            try await withSite { site in
                try await users.grant(at: site)
                try await test(site, users)
            }
        }
    }

    private func startWorker(_ settings: [String], at site: Site, as users: RoleUsers) async throws {
        let worker = try site.start("worker", settings: settings, users.environment(.worker, at: site))
        try await worker.says("connected to the broker", "connection", "consuming")
    }

    private func expectRefusal(
        of role: RoleUsers.Role, as users: RoleUsers,
        _ body: @Sendable (AMQPClient) async throws(AMQPError) -> Void
    ) async {
        let error = await #expect(throws: AMQPError.self, "\(role)") {
            let broker = try AMQPConfiguration(urls: try users.brokerURL(role))
            let client = AMQPClient(broker)
            try await withCleanUp {
                try await body(client)
            } cleanUp: {
                await client.close()
            }
        }
        #expect(error?.code == .refusedByBroker(403), "\(role)")
    }

    /// Expects that no process met a right that it lacks.
    private func expectNoTrouble(_ site: Site) async throws {
        try await site.expectDrained()
        for (name, text) in site.logs {
            for words in ["42501", "permission denied", "not made", "not deleted", "does not fit", "other settings"] {
                #expect(!text.contains(words), "\(name): \(text)")
            }
        }
    }
}

/// Statements that PostgreSQL has to refuse a role.
private struct Refusal: Sendable {
    let role: RoleUsers.Role
    let statements: [String]

    private static let nobodys = [
        "drop table verification", "create table mine (id int)", "create temporary table message_other (id int)",
        "alter table message add column mine int", "truncate phone_state",
        "insert into schema_migration values (99, '')",
    ]

    static let all = [
        Refusal(
            role: .api,
            statements: nobodys + [
                "insert into verification select * from verification", "insert into message select * from message",
                "insert into app values ('mine')", "update app set rules = '{}'", "update api_key set scope = 'admin'",
                "insert into api_key select * from api_key", "update event_endpoint set url = ''",
                "update gateway_switch set is_off = true", "select make_partitions(current_date, 1)",
            ]),
        Refusal(
            role: .worker,
            statements: nobodys + [
                "delete from verification", "delete from message", "update app set rules = '{}'",
                "insert into api_key select * from api_key", "update test_number set expires_at = null",
                "update gateway_switch set is_off = true", "select drop_partition('app')",
                "select drop_partition('message_other')",
                "select drop_partition('message_' || to_char((now() at time zone 'utc')::date, 'YYYYMMDD'))",
            ]),
        Refusal(
            role: .dashboard,
            statements: nobodys + [
                "update verification set status = 'approved'", "delete from verification", "delete from phone_state",
                "update phone_state set live_id = null", "update app set rules = '{}'",
                "insert into api_key select * from api_key", "update event_endpoint set url = ''",
                "select drop_partition('message_20200101')",
            ]),
        Refusal(
            role: .operator,
            statements: nobodys + [
                "insert into verification select * from verification", "update verification set expires_at = now()",
                "update verification set checks = 0", "update gateway_breaker set state = 'closed'", "delete from app",
                "select drop_partition('message_20200101')",
            ]),
    ]
}
