import Connections
import Dispatch
import GatewayConformance
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing
import VerificationCore

@testable import Gateways

@Suite("Which addresses of a name are reached", .timeLimit(.minutes(10)))
struct ServerReachTests {
    @Test("what a name leads to is told from a name without address; what may not be reached is left out")
    func findings() async throws {
        let answers = [
            "mixed.test": ["10.0.0.1", "1.1.1.1", "2a00::1"], "private.test": ["10.0.0.1", "fe80::1%lo"],
        ]
        let reach = ServerReach(names: HostLookup(label: "tests") { answers[$0] ?? [] }) { $0.isPublic }
        let permitted = try ["1.1.1.1", "2a00::1"].map { try #require(IPAddress($0)) }
        #expect(await reach.find("mixed.test", within: .seconds(50)) == .addresses(permitted))
        #expect(await reach.find("private.test", within: .seconds(50)) == .refused)
        #expect(await reach.find("none.test", within: .seconds(50)) == .addresses([]))
    }

    @Test("a connection goes to the address that was checked, and the next connection checks anew")
    func rebinding() async throws {
        let receiver = try await ProviderStandIn.start(
            .lastBytes("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}"))
        let lookUps = Atomic(0)
        // The name server of an attacker: an address that is permitted at first, and then one that is not.
        let names = HostLookup(label: "tests") { _ in
            lookUps.add(1, ordering: .relaxed).oldValue == 0 ? ["127.0.0.1"] : ["127.0.0.2"]
        }
        let reach = ServerReach(names: names) { $0.description == "127.0.0.1" }
        let place = try HTTPEndpoint.callable("http://shop.test:\(receiver.port)/", setting: "url")
        let line = HTTPLine(to: HTTPServer(of: place, tls: nil, reach: reach), connections: 1)
        let result = await Result.catching {
            guard case .answered = await line.call(Self.request, within: .seconds(40)) else { throw Unexpected() }
            #expect(lookUps.load(ordering: .relaxed) == 1 && receiver.requests.count == 1)
            guard case .neverLeft("address-refused") = await line.call(Self.request, within: .seconds(40)) else {
                throw Unexpected()
            }
            #expect(lookUps.load(ordering: .relaxed) == 2 && receiver.requests.count == 1)
        }
        await line.shutDown()
        try await receiver.stop()
        try result.get()
    }

    @Test("a name that hangs delays the calls to no other server")
    func hanging() async throws {
        let receiver = try await ProviderStandIn.start(.json(200, "{}"))
        let hasBegun = AsyncStream.makeStream(of: Void.self)
        let names = HostLookup(label: "tests") { name in
            guard name == "slow.test" else { return ["127.0.0.1"] }
            hasBegun.continuation.yield()
            Self.semaphore.wait()
            Self.semaphore.signal()
            return []
        }
        let lines = try ["slow.test", "fast.test"].map { name in
            let place = try HTTPEndpoint.callable("http://\(name):\(receiver.port)/", setting: "url")
            return HTTPLine(
                to: HTTPServer(of: place, tls: nil, reach: ServerReach(names: names) { _ in true }), connections: 1)
        }
        async let slow = lines[0].call(Self.request, within: .seconds(40))
        for await _ in hasBegun.stream { break }
        let fast = await lines[1].call(Self.request, within: .seconds(40))
        Self.semaphore.signal()
        let end = await slow
        for line in lines { await line.shutDown() }
        try await receiver.stop()
        guard case .answered = fast, case .neverLeft = end else { throw Unexpected() }
    }

    private struct Unexpected: Error {}

    private static let semaphore = DispatchSemaphore(value: 0)
    private static let request = HTTPRequest(
        target: "/", headers: ["host": "shop.test"], body: ByteBuffer(string: "{}"))
}
