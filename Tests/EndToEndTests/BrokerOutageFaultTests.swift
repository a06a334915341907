import StrictJSON
import Testing
import VerificationCore

/// The broker goes away, or falls silent, under processes that run on.
@Suite("without a broker", .serialized, .timeLimit(.minutes(10)))
struct BrokerOutageFaultTests {
    @Test("a stopped broker is a 503 in time; after its return all serve again by themselves, and all get their SMS")
    func stopped() async throws {
        try await withSite(leavingQueues: true) { site in
            var phones = Site.phones(21)
            let late = phones.removeLast()
            let api = try await site.api().caller
            site.ledger.answer(.hold)
            _ = try await site.worker(gatewayDeadline: "60s")
            try await api.expectAccepted(phones)
            try await site.ledger.sms(atLeast: phones.count)
            try await ServiceControl.under(.stopBroker, healedBy: .startBroker) {
                for _ in 1...3 { try await api.expectUnavailable(late) }
                // Checks still work.
                let said = try await api.readiness()
                #expect(said == (200, "degraded"))
                // The worker records what the gateway says now, although no acknowledgement gets through.
                site.ledger.release()
                #expect(Set(try await site.endedMessages(phones.count)) == ["accepted"])
            }
            try await api.expectServiceAgain(late)
            try await site.ledger.sms(atLeast: phones.count + 1)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones + [late]))
        }
    }

    @Test("a broker that is killed has kept every request that was accepted")
    func killed() async throws {
        try await withSite(leavingQueues: true) { site in
            let phones = Site.phones(60)
            let api = try await site.api().caller
            try await api.expectAccepted(phones)
            try await ServiceControl.under(.killBroker, healedBy: .startBroker) {}
            _ = try await site.worker()
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a frozen broker is a 503 in time, and serves again when it thaws")
    func frozen() async throws {
        try await withSite { site in
            let phones = Site.phones(2)
            let api = try await site.api().caller
            _ = try await site.worker()
            try await api.expectAccepted([phones[0]])
            try await site.ledger.sms(atLeast: 1)
            try await ServiceControl.under(.freezeBroker, healedBy: .thawBroker) {
                for _ in 1...3 { try await api.expectUnavailable(phones[1]) }
            }
            try await api.expectServiceAgain(phones[1])
            try await site.ledger.sms(atLeast: 2)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a memory alarm is told, with the broker's reason: by doctor, log, readyz and overview; and so is its end")
    func alarmIsTold() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .viewer])
            let api = try await site.api()
            _ = try await site.worker()
            let (dashboard, reason) = (try await site.dashboard(), "low on memory")
            try await DashboardCaller.with(dashboard.base) { stranger in
                let ada = try await stranger.signedIn("ada")
                try await ServiceControl.under(.raiseMemoryAlarm, healedBy: .clearMemoryAlarm) {
                    try await eventually("the alarm is noticed") {
                        try await api.caller.impatient.start(Site.phones(1)[0]).status == 503
                    }
                    let doctor = try site.start(["doctor", "--role", "api"])
                    #expect(try await doctor.exit() == .code(1))
                    #expect(doctor.log.contains("the broker takes no messages: \(reason)"), "\(doctor.log)")
                    try await api.process.says("the broker takes no messages", "reason", reason)
                    let admin = try await site.operatorCaller(of: api.process)
                    #expect(try await admin.page("/readyz").body.contains(#""queue":"blocked: \#(reason)""#))
                    try await eventually("the overview says it") {
                        let twin = try await ada.get("/api/v1/overview").json
                        let rules = twin?["findings"]?.array?.compactMap { $0["rule"]?.string }
                        return rules?.contains("broker-blocked") == true
                    }
                    #expect(try await ada.get("/").body.contains(reason))
                }
                try await eventually("all is well again") {
                    let doctor = try site.start(["doctor", "--role", "api"])
                    guard try await doctor.exit() == .code(0) else { return false }
                    let twin = try await ada.get("/api/v1/overview").json
                    return twin?["findings"]?.array?.contains { $0["rule"] == "broker-blocked" } == false
                }
            }
        }
    }

    @Test("under a memory alarm the API answers 503 in time while a worker goes on acknowledging")
    func memoryAlarm() async throws {
        try await withSite { site in
            var phones = Site.phones(21)
            let late = phones.removeLast()
            let api = try await site.api().caller
            site.ledger.answer(.hold)
            let worker = try await site.worker(gatewayDeadline: "60s")
            try await api.expectAccepted(phones)
            try await site.ledger.sms(atLeast: phones.count)
            try await ServiceControl.under(.raiseMemoryAlarm, healedBy: .clearMemoryAlarm) {
                // The broker may still take the first request: it tells a producer of the alarm only after a publish.
                try await eventually("the alarm is noticed") { try await api.impatient.start(late).status == 503 }
                for _ in 1...3 { try await api.expectUnavailable(late) }
                site.ledger.release()
                #expect(Set(try await site.endedMessages(phones.count)) == ["accepted"])
                try await worker.stop()
                #expect(try await site.waiting() == 0, "what was handled is acknowledged")
            }
            try await api.expectServiceAgain(late)
            _ = try await site.worker()
            try await site.ledger.sms(atLeast: phones.count + 1)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones + [late]))
        }
    }
}
