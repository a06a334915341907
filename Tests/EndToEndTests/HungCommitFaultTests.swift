import Glibc
import StrictJSON
import Testing

/// A synchronous standby is gone, or a disk stalls: the database answers every question, and no commit ends.
@Suite("a database whose commits hang", .serialized, .timeLimit(.minutes(10)))
struct HungCommitFaultTests {
    private static let held = "the database does not answer; what needs it waits"
    /// With a shared limit, whose row a hanging commit holds.
    private static let rules = #"{"sendsPerPrefix":[{"count":1000000,"seconds":3600}]}"#

    @Test(
        "under load, with a worker that stops in the middle: every process says so, and each request ends in one SMS",
        arguments: [rules, #"{"sendsPerPrefix":[]}"#])
    func underLoad(rules: String) async throws {
        try await withSite(rules: rules) { site in
            let (process, api) = try await site.api()
            let admin = try await site.operatorCaller(of: process)
            let early = Site.phones(1)[0]
            let workers = [try await site.worker(), try await site.worker()]
            let id = try #require(try await api.start(early, wait: 30).id)
            let code = try site.ledger.onlyCode(of: early)
            let load = SteadyLoad(api, phones: Array(Site.phones(20_001).dropFirst()))
            try await load.run(callers: 2) {
                try await site.ledger.calls(atLeast: 100)
                try await ServiceControl.under(.hangCommits, healedBy: .releaseCommits) {
                    for process in workers + [process] { try await process.says(Self.held) }
                    #expect(try await admin.page("/readyz").body.contains(#""database":"failed""#))
                    #expect(try await api.metrics().contains(#"verifyd_gate_closed{reason="away"} 1"#))
                    for _ in 1...3 {
                        let answer = try await api.check(id, code)
                        #expect(answer.status == 503 && answer.took < .seconds(1))
                    }
                    // What committed when the stall began, and in each process perhaps a commit from beside; then none is tried.
                    let hanging = try await site.hangingCommits()
                    #expect((1...12).contains(hanging), "three processes with four connections")
                    try await load.goesOn(until: .now + .seconds(8))
                    #expect(try await site.hangingCommits() <= hanging + 2)
                    workers[0].signal(SIGTERM)
                    try await workers[0].says("worker stops taking requests")
                }
                #expect(try await workers[0].exit() == .code(0))
                try await load.goesOn(until: .now)
            }
            try await eventually("checks work again") { try await api.check(id, code).status != 503 }
            #expect(try await api.show(id)["status"] == "approved")
            try await site.expectDrained()
            load.expectOneSMS(each: site.ledger.sms.map(\.phone).filter { $0 != early })
            #expect(Set(try await site.messages().map(\.status)) == ["accepted"])
        }
    }
}
