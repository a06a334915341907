import AMQP
import Assembly
import Foundation
import Operations
import PhoneNumbers
import StrictJSON
import Telemetry
import Testing
import VerificationCore

/// What Prometheus reads from each role.
@Suite("metrics", .timeLimit(.minutes(10)))
struct MetricsTests {
    private static let address = "192.0.2.7"
    /// In Germany, in Britain and in the United States.
    private static let phones = [Site.phones(1)[0], "+447400123457", "+12015552123"]

    @Test("each role's are as Prometheus wants them, declared with their labels, bounded, and about nobody")
    func roles() async throws {
        try await withSite { site in
            var pages: [String: String] = [:]
            let (api, worker) = (try await site.api(), try await site.worker())
            let ids = try await traffic(site, api.caller)
            pages["worker"] = try await page(of: worker, site) { $0.contains(#"reason="not-json"} 1"#) }
            pages["api"] = try await api.caller.metrics()
            try await worker.stop()
            pages["serve"] = try await served(site)
            let sandbox = try site.start("sandbox", settings: ["sandbox.port=0"], options: ["--smpp-port", "0"])
            pages["sandbox"] = try await page(of: sandbox, site) { _ in true }

            for (role, page) in pages {
                try await Promtool.check(page)
                expectDeclared(MetricsText(page), role)
                for secret in Self.phones + ids + [Self.address, api.caller.key] {
                    #expect(!page.contains(secret.trimmingPrefix("+")), "\(role)")
                }
            }
            expectComplete(pages.mapValues(MetricsText.init))
        }
    }

    @Test("promtool objects to a metric without a meaning, to a counter that is not called so, and to nonsense")
    func fallible() async throws {
        for page in ["# TYPE a_total counter\na_total 1\n", "# HELP a Things.\n# TYPE a counter\na 1\n", "a{b=c} 1\n"] {
            await #expect(throws: ChildProcess.Ended.self) { try await Promtool.check(page) }
        }
    }

    /// Verifies, mistypes, cancels, and asks for what is not there; returns the ids that it got.
    private func traffic(_ site: Site, _ api: APICaller) async throws -> [String] {
        var ids: [String] = []
        for phone in Self.phones {
            let more: KeyValuePairs<String, JSONValue> = ["clientIp": .string(Self.address)]
            let answer = try await api.ask(phone, more, wait: 30, key: UUID().uuidString)
            let id = try #require(answer.id)
            let code = try site.ledger.onlyCode(of: phone)
            _ = try await api.check(id, code.wrongCode, from: Self.address)
            #expect(try await api.check(id, code, from: Self.address)["status"] == "approved")
            ids.append(id)
        }
        let next = try #require(try await api.askOnce(Self.phones[0]).id)
        #expect(try await api.cancel(next)["status"] == "canceled")
        #expect((400..<500).contains(try await api.start("+19002345678").status))
        for path in ["/\(ids[0])", "/v1/verifications/\(ids[0])/else"] { _ = try await api.send("GET", path, key: nil) }
        _ = try await api.send("TRACE", "/v1/verifications", key: nil)
        let junk = AMQPMessage(
            body: Array("+4915123499999".utf8), contentType: "application/json", type: "verification.request.v1",
            messageID: Site.makeID().description, appID: Site.app)
        try await site.publish([junk])
        return ids + [next]
    }

    /// The page of a `serve` whose gateway is the sandbox, after a receipt has come.
    private func served(_ site: Site) async throws -> String {
        let (process, api) = try await site.serve(settings: ["gateway.kind=sandbox", "sandbox.port=0"])
        let sandbox = try await site.operatorCaller(of: process, words: "sandbox inbox listens; nothing is really sent")
        try await sandbox.put("/api/behaviour", #"{"delivered": 1}"#)
        _ = try await api.askOnce(Site.phones(2)[1])
        return try await page(of: process, site) { $0.contains(#"status="delivered"} 1"#) }
    }

    /// A process's page as soon as it fulfils a condition.
    private func page(
        of process: ChildProcess, _ site: Site, when fulfils: @escaping (String) -> Bool
    ) async throws -> String {
        let admin = try await site.operatorCaller(of: process)
        var page = ""
        try await eventually("\(process.name) counts it") {
            page = try await admin.page("/metrics").body
            return fulfils(page)
        }
        return page
    }

    private func expectDeclared(_ page: MetricsText, _ role: String) {
        let declared = Dictionary(uniqueKeysWithValues: MetricHelp.all.map { ($0.name, $0) })
        for (name, kind) in page.kinds {
            #expect(declared[name]?.kind.rawValue == kind, "\(name) of \(role)")
            #expect(page.meanings[name]?.isEmpty == false, "\(name) of \(role)")
        }
        for sample in page.samples {
            let family = page.family(of: sample)
            let labels = sample.labels.filter { $0.key != "le" }
            #expect(labels.keys.sorted() == declared[family]?.labels.sorted(), "\(sample.name) of \(role)")
            for (label, value) in labels {
                let known = Self.values(of: label, in: family, queue: labels["queue"] ?? "")
                #expect(known.contains(value), "\(sample.name){\(label)=\(value)} of \(role)")
            }
        }
    }

    /// Every metric that is declared is told by a role, but for what did not happen here.
    private func expectComplete(_ pages: [String: MetricsText]) {
        let elsewhere: Set = [
            "verifyd_gateway_failovers_total", "verifyd_gateway_link_up", "verifyd_dashboard_actions_total",
            "verifyd_trace_spans_total",
        ]
        let told = pages.values.reduce(into: Set<String>()) { $0.formUnion($1.kinds.keys) }
        #expect(Set(MetricHelp.all.map(\.name)).subtracting(told).subtracting(elsewhere) == [])
        let common: Set = [
            "process_cpu_seconds_total", "process_open_fds", "process_resident_memory_bytes",
            "process_start_time_seconds", "verifyd_build_info", "verifyd_log_lines_dropped_total",
        ]
        for (role, page) in pages { #expect(common.subtracting(page.kinds.keys) == [], "\(role)") }
    }

    /// Everything that a label can be.
    private static func values(of label: String, in metric: String, queue: String) -> Set<String> {
        switch (metric, label) {
        case (_, "route"): routes
        case (_, "method"): ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"]
        case ("http_server_requests_total", "status"), ("http_server_request_duration_seconds", "status"):
            Set((200..<600).map(String.init))
        case (_, "app"): [Site.app]
        case ("verifyd_outcomes_total", "status"), ("verifyd_app_outcomes_total", "status"):
            Set(VerificationStatus.allCases.map(\.rawValue))
        case ("verifyd_receipts_total", "status"): Set(DeliveryStatus.allCases.map(\.rawValue))
        case (_, "gateway"): ["webhook", "sandbox"]
        case (_, "country"): Set(NumberingPlan.builtIn.regions + ["other"])
        case ("verifyd_numbering_plan_info", "version"): [NumberingPlan.builtIn.version]
        case ("verifyd_numbering_plan_info", "additions"): ["0"]
        case (_, "date"): [NumberingPlan.builtIn.date.description]
        case (_, "version"): [ProgramVersion.full]
        case (_, "connection"): ["publishing", "consuming", "publishing-receipts", "consuming-receipts"]
        case ("verifyd_database_connections", "state"): ["busy", "idle", "opening"]
        case ("verifyd_gate_closed", "reason"): ["starting", "away", "unfit"]
        case ("verifyd_queue_paused", "queue"): Set(WorkQueue.allCases.map(\.rawValue))
        case (_, "queue"): Set([queue].filter { $0.contains(#/^e2e-[0-9]+\.verification\.[a-z0-9.]+$/#) })
        case ("verifyd_queue_messages", "state"): ["ready"]
        case ("verifyd_finding", "rule"), ("verifyd_finding_acknowledged", "rule"),
            ("verifyd_finding_intended", "rule"):
            Set(Rule.allCases.map(\.rawValue))
        case ("verifyd_dead_letters_total", "reason"): Set(DeadLetter.Reason.allCases.map(\.rawValue))
        case ("verifyd_verdicts_total", "verdict"): verdicts
        case ("verifyd_checks_total", "result"): results
        case ("verifyd_app_proofs_total", "kind"): Set(AppProof.Kind.allCases.map(\.rawValue))
        case ("verifyd_app_proofs_total", "result"): Set(AppProof.Result.allCases.map(\.rawValue))
        case ("verifyd_silent_pushes_total", "outcome"): Set(PushResult.allCases.map(\.rawValue))
        case ("verifyd_gateway_calls_total", "outcome"): ["accepted", "refused", "failed", "throttled", "unknown"]
        case ("verifyd_job_duration_seconds", "outcome"): ["sent", "failed", "ended", "again", "dead", "given_back"]
        case ("verifyd_events_total", "outcome"):
            ["told", "failed", "put_off", "gone", "too_old", "no_endpoint", "unreadable"]
        default: []
        }
    }

    private static let routes: Set = [
        "/v1/verifications", "/v1/verifications/{id}", "/v1/verifications/{id}/checks", "/v1/verifications/{id}/cancel",
        "/v1/checks", "/v1/test-numbers", "/v1/test-numbers/{id}", "/v1/erasures", "/v1/receipts/{gateway}", "/livez",
        "/readyz", "/openapi.json", "NotFound",
    ]
    private static let verdicts: Set = [
        "send", "duplicate", "limited", "refused", "expired", "leased", "settled", "key_reused", "id_reused",
        "id_ahead",
    ]
    private static let results: Set = [
        "approved", "wrong", "limited", "ended", "queued", "not_found", "key_reused", "key_missing",
    ]
}
