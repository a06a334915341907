import AccountCore
import Testing
import VerificationCore

@testable import Accounts

@Suite("Tries of passwords")
struct PasswordTryTests {
    private let now = Timestamp(seconds: 1_767_229_200)
    private let tries = PasswordTries()

    /// Lets an address try so often, and returns how many tries it had.
    private func tried(
        _ count: Int = 1, _ email: String = "ann@example.com", from address: String, after wait: Duration = .zero
    ) throws -> Int {
        let (email, project) = (try #require(EmailAddress(email)), try #require(ProjectID("demo-shop")))
        let place = try #require(IPAddress(address))
        var admitted = 0
        for _ in 0..<count {
            do { _ = try tries.take(of: email, in: project, from: place, at: now + wait) } catch { continue }
            admitted += 1
        }
        return admitted
    }

    @Test("a network has ten tries of an account in ten minutes, and another network has its own")
    func perNetwork() throws {
        #expect(try tried(20, from: "192.0.2.1") == 10)
        #expect(try tried(from: "198.51.100.1") == 1, "the owner is not locked out")
        #expect(try tried(1, "bob@example.com", from: "192.0.2.1") == 1)
        #expect(try tried(20, from: "192.0.2.1", after: .seconds(611)) == 10)
    }

    @Test("an account that many networks guess leaves three tries to each further network, and so one to its owner")
    func perAccount() throws {
        for network in 1...10 { #expect(try tried(20, from: "192.0.2.\(network)") == 10) }
        #expect(try tried(20, from: "198.51.100.1") == 3)
        #expect(try tried(20, from: "198.51.100.1", after: .seconds(1_800)) == 0)
        #expect(try tried(from: "203.0.113.1") == 1)
        #expect(try tried(20, "bob@example.com", from: "203.0.113.1") == 10, "another account is not guessed")
        #expect(try tried(20, from: "198.51.100.1", after: .seconds(3_661)) == 10)
    }

    @Test("a /48 has sixteen times the tries of a /64, however many /64s it has")
    func tunnels() throws {
        var admitted = 0
        for number in 0..<1_000 { admitted += try tried(from: "2001:db8:0:\(String(number * 64, radix: 16))::1") }
        // A hundred first, and then what a guessed account leaves to a /48.
        #expect(admitted == 100)
        #expect(try tried(from: "2001:db8:1::1") == 1)
    }

    @Test("a network has a hundred wrong tries in an hour, whatever the accounts")
    func places() throws {
        var admitted = 0
        for number in 0..<200 { admitted += try tried(1, "p\(number)@example.com", from: "192.0.2.1") }
        #expect(admitted == 100)
        #expect(try tried(1, "p0@example.com", from: "192.0.2.2") == 1)
    }

    @Test("a right password takes back its own try and no other, so an office that signs in all day is not held up")
    func right() throws {
        let (email, project) = (try #require(EmailAddress("ann@example.com")), try #require(ProjectID("demo-shop")))
        let place = try #require(IPAddress("192.0.2.1"))
        for _ in 1...9 { #expect(try tried(from: "192.0.2.1") == 1) }
        for _ in 1...500 { tries.takeBack(try tries.take(of: email, in: project, from: place, at: now)) }
        #expect(try tried(20, from: "192.0.2.1") == 1)
    }

    @Test("a network has tried when it has a wrong try in the last hour, and a /48 when it has sixteen")
    func suspects() throws {
        let (guesser, owner) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("192.0.2.2")))
        #expect(!tries.hasTried(from: guesser, at: now))
        _ = try tried(from: "192.0.2.1")
        #expect(tries.hasTried(from: guesser, at: now) && !tries.hasTried(from: owner, at: now))
        #expect(!tries.hasTried(from: guesser, at: now + .seconds(3_661)))
        let neighbour = try #require(IPAddress("2001:db8::1"))
        for number in 1...16 {
            #expect(!tries.hasTried(from: neighbour, at: now))
            _ = try tried(from: "2001:db8:0:\(number)00::1")
        }
        #expect(tries.hasTried(from: neighbour, at: now))
    }
}
