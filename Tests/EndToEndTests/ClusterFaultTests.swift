import StrictJSON
import Testing
import VerificationCore

/// A node of a RabbitMQ cluster dies under processes that run on.
@Suite("in a cluster of three brokers", .serialized, .timeLimit(.minutes(10)))
struct ClusterFaultTests {
    /// All but the last digit of phones that ask beside the load.
    private static let journeys = "+491522341000"
    /// The app of these phones.
    private static let traveller = "traveller"

    /// Each node stays dead until everything has got through.
    ///
    /// A channel may believe in a dead leader for as long as the leader's node is dead. So may RabbitMQ's own process
    /// that brings messages back from a retry queue, and no client can help that (see `deadLettering`). The load's
    /// events come many at once, and some are put off. So the journeys have an app and an endpoint of their own, which
    /// is never busy. The load's events may wait for the nodes' return.
    @Test("while any node is dead, the others carry requests, answers, receipts, events and dead letters")
    func killed() async throws {
        try await BrokerCluster.with { cluster in
            try await withSite(leavingQueues: true, brokers: cluster.urls) { site in
                try await TwilioStandIn.with { twilio in
                    try await withReceiver { crowd in
                        try await withReceiver { receiver in
                            let key = try await site.addApp(Self.traveller)
                            _ = try await site.run(["apps", "events", Site.app, "--url", crowd.url])
                            _ = try await site.run(["apps", "events", Self.traveller, "--url", receiver.url])
                            let api = try await site.api(twilio.settings).caller
                            let worker = try site.start("worker", settings: twilio.settings)
                            try await worker.says("connected to the broker", "connection", "consuming")
                            let traveller = try await api.with(key: key)
                            let load = SteadyLoad(api, phones: Site.phones(20_000))
                            try await load.run(callers: 2) {
                                for (count, node) in BrokerCluster.nodes.enumerated() {
                                    try await load.accepted(atLeast: load.accepted.count + 20)
                                    try await cluster.kill(node)
                                    try await load.goesOn(until: .now)
                                    try await journey("\(Self.journeys)\(count)", traveller, twilio, receiver)
                                    let unknown = Site.request(Site.makeID(), Site.phones(1)[0], app: "shop")
                                    try await site.publish([unknown])
                                    try await eventually("it is dead-lettered") { try await site.dead() == count + 1 }
                                    try await cluster.start(node)
                                }
                            }
                            try await eventually("all requests are settled") { try await site.isQuiet() }
                            let phones = twilio.messages.map(\.phone).filter { !$0.hasPrefix(Self.journeys) }
                            try await crowd.calls("an event of each SMS") { calls in
                                Set(calls.compactMap(\.verification)).count >= phones.count
                            }
                            try await site.expectDrained(dead: BrokerCluster.nodes.count)
                            load.expectOneSMS(each: phones)
                        }
                    }
                }
            }
        }
    }

    private func journey(
        _ phone: String, _ api: APICaller, _ twilio: TwilioStandIn, _ receiver: EventReceiver
    ) async throws {
        let id = try #require(try await api.start(phone, wait: 30).id)
        try await eventually("the gateway gets it") { twilio.messages.contains { $0.phone == phone } }
        let message = try #require(twilio.messages.first { $0.phone == phone })
        try await twilio.tellUntilTaken(api, message, "delivered")
        try await api.shows("delivered", of: id)
        _ = try await receiver.events(of: id, 2)
    }
}
