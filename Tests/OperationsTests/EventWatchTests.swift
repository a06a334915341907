import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The watch on events")
struct EventWatchTests {
    private let world = InMemoryWorld()

    @Test(
        "shows of an endpoint's URL the machine only, for the rest may hold a secret",
        arguments: [
            ("https://shop.example/hook/secret?token=secret", "shop.example"),
            ("https://user:secret@shop.example:8443/", "shop.example:8443"),
            ("https://a@secret@shop.example#secret", "shop.example"), ("http://[::1]:9000/secret", "[::1]:9000"),
            ("HTTPS://SHOP.example", "SHOP.example"), ("secret", ""), ("https:///secret", ""),
        ])
    func hosts(url: String, host: String) async throws {
        let receiver = try #require(EventReceiver(try app("shop", url: url)))
        #expect(receiver.host == host)
        #expect(EventReceiver(try app("quiet", url: nil)) == nil)
    }

    @Test("lists the apps that are told, what waits for them, and what was counted of them")
    func everything() async throws {
        world.put(try app("demo", url: "https://demo.example/hook"))
        world.put(try app("quiet", url: nil))
        var bench = StoreBench(workers: [world], now: world.clock.now)
        bench.tellsEvents = true
        let request = try await bench.verification()
        let minute = Minute(world.clock.now)
        try await world.add([
            Tally(TallyKey(.eventTold, in: minute, app: "demo"), count: 3),
            Tally(TallyKey(.eventFailed, in: minute, app: "demo", reason: "status-503"), count: 2),
            Tally(TallyKey(.eventGivenUp, in: minute - 15, app: "demo", reason: "gone"), count: 7),
        ])
        let clock = world.clock
        let watch = EventWatch(outbox: world, apps: world, tallies: world, now: { clock.now })
        #expect(await watch.receivers.look().value?.map(\.app.name) == ["demo"])
        #expect(await watch.outbox.look().value?.waiting == [request.app: 1])
        let counts = try #require(await watch.counts.look().value)
        #expect(counts.apps == ["demo": [.eventTold: 3, .eventFailed: 2]])
        #expect(counts.reasons.map(\.reason) == ["status-503"])
    }

    private func app(_ name: String, url: String?) throws -> App {
        let id = try #require(AppID(name))
        var app = App(id: id, displayName: "Name of \(name)")
        if let url {
            let secret = try #require(StoreBench.ring.seal(endpointSecret: "whsec_secret", of: id))
            app.endpoint = EventEndpoint(url: url, secret: secret)
        }
        return app
    }
}
