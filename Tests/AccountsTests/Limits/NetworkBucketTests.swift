import AccountCore
import Testing
import VerificationCore

@testable import Accounts

@Suite("Buckets of networks")
struct NetworkBucketTests {
    private let now = Timestamp(seconds: 1_767_229_200)
    private let buckets = NetworkBuckets()

    /// How many of so many calls are admitted.
    private func admitted(
        _ count: Int, _ call: NetworkBuckets.Call, at moment: Timestamp, from address: (Int) -> String
    ) throws -> Int {
        var admitted = 0
        for number in 0..<count {
            let address = try #require(IPAddress(address(number)))
            do { try buckets.take(call, from: address, at: moment) } catch {
                #expect(error.isOfTries)
                continue
            }
            admitted += 1
        }
        return admitted
    }

    @Test("an address has 30 sends at once and 30 a minute, and no other address waits for it")
    func sends() throws {
        #expect(try admitted(100, .send, at: now) { _ in "192.0.2.1" } == 30)
        #expect(try admitted(1, .send, at: now) { _ in "192.0.2.2" } == 1)
        #expect(try admitted(100, .send, at: now + .seconds(10)) { _ in "192.0.2.1" } == 5)
        #expect(try admitted(100, .usual, at: now + .seconds(10)) { _ in "192.0.2.1" } == 100, "it may still sign in")
        #expect(try admitted(100, .send, at: now + .seconds(200)) { _ in "192.0.2.1" } == 30)
    }

    @Test("an address has 30 attestations a minute, which leave it its sends and its usual calls")
    func attestations() throws {
        #expect(try admitted(100, .attest, at: now) { _ in "192.0.2.1" } == 30)
        #expect(try admitted(100, .send, at: now) { _ in "192.0.2.1" } == 30)
        #expect(try admitted(100, .usual, at: now) { _ in "192.0.2.1" } == 100)
        #expect(try admitted(100, .attest, at: now) { _ in "192.0.2.2" } == 30)
    }

    @Test("an IPv4 address, which may be a whole carrier's, has more usual calls than an IPv6 /64")
    func usual() throws {
        #expect(try admitted(4_000, .usual, at: now) { _ in "192.0.2.1" } == 3_000)
        #expect(try admitted(1_000, .usual, at: now) { "2001:db8::\($0)" } == 600)
    }

    @Test("a /56 has four times the sends of a /64, and a /48 sixteen times, however many /64s it has")
    func wider() throws {
        let inside = { (number: Int) in "2001:db8:0:\(String(number % 256, radix: 16))::1" }
        #expect(try admitted(1_000, .send, at: now, from: inside) == 120)
        let across = { (number: Int) in "2001:db8:1:\(String(number, radix: 16))::1" }
        #expect(try admitted(10_000, .send, at: now, from: across) == 480)
        #expect(try admitted(1, .send, at: now) { _ in "2001:db8:2::1" } == 1)
    }

    @Test("networks without end refuse nobody else")
    func madeUp() throws {
        let address = { (number: Int) in "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)" }
        #expect(try admitted(120_000, .send, at: now, from: address) == 120_000)
        #expect(try admitted(1, .send, at: now) { _ in "192.0.2.1" } == 1)
    }

    @Test("a connection without an address is not bounded by one")
    func nowhere() throws {
        for _ in 1...100 { try buckets.take(.send, from: nil, at: now) }
    }
}
