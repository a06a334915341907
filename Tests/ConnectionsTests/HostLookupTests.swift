import Dispatch
import TestSupport
import Testing

@testable import Connections

@Suite("Looking up names", .timeLimit(.minutes(10)))
struct HostLookupTests {
    @Test("an answer comes to everyone who waits for the name")
    func shared() async {
        let names = HangingNames()
        let lookup = HostLookup(label: "tests", by: names.resolver)
        let callers = (1...8).map { _ in Task { await lookup.addresses(of: "a.test", until: .now + .seconds(50)) } }
        await names.asked.reaches(1)
        // A caller that comes after the answer makes a look-up of its own, so all are let through.
        names.letThrough()
        for caller in callers { #expect(await caller.value == ["a.test"]) }
        #expect(await lookup.addresses(of: "b.test", until: .now + .seconds(50)) == ["b.test"])
    }

    @Test("look-ups that hang end at their deadline, hold no thread of Dispatch, and are few")
    func hanging() async {
        let names = HangingNames()
        let lookup = HostLookup(label: "tests", mostThreads: 3, by: names.resolver)
        let first = (1...3).map { number in
            Task { await lookup.addresses(of: "first\(number).test", until: .now + .seconds(50)) }
        }
        await names.asked.reaches(3)
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask { await lookup.addresses(of: "\(number).test", until: .now + .milliseconds(100)) }
            }
            // They would wait for ever if each look-up held a thread of the global queue.
            for _ in 0..<200 { await onGlobalQueue() }
            for await answer in group { #expect(answer == nil) }
        }
        #expect(names.asked.count == 3)
        names.letThrough()
        for task in first { #expect(await task.value?.count == 1) }
        // Nobody waits for the other names any more, so none of them is looked up.
        #expect(await lookup.addresses(of: "last.test", until: .now + .seconds(50)) == ["last.test"])
        #expect(names.asked.count == 4)
    }

    @Test("a name that hangs leaves the others their threads, and is looked up once for all who come meanwhile")
    func others() async {
        let names = HangingNames(hanging: "slow.test")
        let lookup = HostLookup(label: "tests", mostThreads: 2, by: names.resolver)
        let patient = Task { await lookup.addresses(of: "slow.test", until: .now + .seconds(50)) }
        await names.asked.reaches(1)
        for _ in 1...3 {
            #expect(await lookup.addresses(of: "slow.test", until: .now + .milliseconds(20)) == nil)
            #expect(await lookup.addresses(of: "fast.test", until: .now + .seconds(50)) == ["fast.test"])
        }
        #expect(names.asked.count == 4)
        names.letThrough()
        #expect(await patient.value == ["slow.test"])
    }

    @Test("a name without an address is told from one without an answer, and a deadline may have passed")
    func none() async {
        let names = HangingNames()
        defer { names.letThrough() }
        let empty = HostLookup(label: "tests") { _ in [] }
        #expect(await empty.addresses(of: "a.test", until: .now + .seconds(50)) == [])
        let lookup = HostLookup(label: "tests", by: names.resolver)
        #expect(await lookup.addresses(of: "a.test", until: .now - .seconds(1)) == nil)
    }

    @Test("the system reads an address without asking anybody, and knows this machine")
    func system() {
        #expect(HostLookup.system("192.0.2.1") == ["192.0.2.1"])
        #expect(HostLookup.system("2001:db8::1") == ["2001:db8::1"])
        let local = HostLookup.system("localhost")
        #expect(local.contains("127.0.0.1") || local.contains("::1"))
    }

    private func onGlobalQueue() async {
        await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
    }
}

/// A resolver that hangs until it is let through, and then answers each name with itself.
private final class HangingNames: Sendable {
    /// The look-ups.
    let asked = CallCount()
    private let hanging: String?
    private let semaphore = DispatchSemaphore(value: 0)

    /// `hanging`: the only name that hangs; nil for all.
    init(hanging: String? = nil) { self.hanging = hanging }

    var resolver: HostLookup.Resolver {
        { name in
            self.asked.add()
            if self.hanging ?? name == name { self.pass() }
            return [name]
        }
    }

    /// Lets all look-ups through, also later ones.
    func letThrough() { semaphore.signal() }

    private func pass() {
        semaphore.wait()
        semaphore.signal()
    }
}
