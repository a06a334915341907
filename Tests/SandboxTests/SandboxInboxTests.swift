import GatewayConformance
import Sandbox
import Testing
import VerificationCore
import VerificationTesting

@Suite("The sandbox's inbox", .timeLimit(.minutes(10)))
struct SandboxInboxTests {
    private func fill(_ inbox: SandboxInbox, _ numbers: ClosedRange<Int>, phone: String? = nil) async {
        let gateway = SandboxGateway(provider: SandboxProvider(inbox: inbox, now: { Timestamp(seconds: 0) }))
        for number in numbers { _ = await gateway.send(.sample(number, phone: phone), deadline: .seconds(1)) }
    }

    @Test("it keeps the newest and counts them all")
    func bounded() async {
        let inbox = SandboxInbox(capacity: 3)
        await fill(inbox, 1...8)
        #expect(inbox.messages().map(\.sequence) == [8, 7, 6])
        #expect(inbox.messages(InboxQuery(after: 0)).map(\.sequence) == [6, 7, 8])
        #expect(inbox.total == 8)
        #expect(inbox.countsByPhone.isEmpty)
    }

    @Test("it counts by number when told to, also what it no longer keeps")
    func countsByPhone() async {
        let inbox = SandboxInbox(capacity: 1, countsPhones: true)
        await fill(inbox, 1...3, phone: "+4915111111111")
        await fill(inbox, 4...4, phone: "+4915122222222")
        #expect(inbox.countsByPhone == ["+4915111111111": 3, "+4915122222222": 1])
    }

    @Test("newest first; after a sequence number in the order of arrival; never more than the limit")
    func queries() async {
        let inbox = SandboxInbox()
        await fill(inbox, 1...5, phone: "+4915111111111")
        await fill(inbox, 6...7, phone: "+4915122222222")
        let ask = { (query: InboxQuery) in inbox.messages(query).map(\.sequence) }
        #expect(ask(InboxQuery(limit: 2)) == [7, 6])
        #expect(ask(InboxQuery(after: 2, limit: 2)) == [3, 4])
        #expect(ask(InboxQuery(phone: "+4915111111111", limit: 1)) == [5])
        #expect(ask(InboxQuery(phone: "+491511111111")).isEmpty)
        #expect(ask(InboxQuery(digits: "2222")) == [7, 6])
        #expect(ask(InboxQuery(after: 7)).isEmpty && ask(InboxQuery(after: .max)).isEmpty)
        #expect(ask(InboxQuery(phone: "+4915122222222", after: 3)) == [6, 7])
        #expect(ask(InboxQuery(limit: 0)).isEmpty)
    }

    @Test("clearing forgets messages and counts, and sequence numbers go on")
    func clearing() async {
        let inbox = SandboxInbox(capacity: 2, countsPhones: true)
        await fill(inbox, 1...3)
        inbox.clear()
        #expect(inbox.total == 0 && inbox.messages().isEmpty && inbox.countsByPhone.isEmpty)
        await fill(inbox, 4...4)
        #expect(inbox.messages().map(\.sequence) == [4])
    }

    @Test("who waits gets the message to the number as it arrives, and is not woken by others")
    func waiting() async {
        let inbox = SandboxInbox()
        let query = InboxQuery(phone: "+4915122222222")
        let waiting = Task { await inbox.messages(query, waitingUpTo: .seconds(90)) }
        await inbox.waiting(1)
        await fill(inbox, 1...3, phone: "+4915111111111")
        #expect(inbox.waiting == 1)
        await fill(inbox, 4...4, phone: "+4915122222222")
        #expect(await waiting.value.map(\.sequence) == [4])
        #expect(inbox.waiting == 0)
    }

    @Test("what is there already is not waited for")
    func notWaiting() async {
        let inbox = SandboxInbox()
        await fill(inbox, 1...1)
        #expect(await inbox.messages(InboxQuery(), waitingUpTo: .seconds(600)).count == 1)
    }

    @Test("waiting ends, empty-handed, with the time, with the task, and with the inbox")
    func endOfWaiting() async {
        let inbox = SandboxInbox()
        #expect(await inbox.messages(InboxQuery(), waitingUpTo: .milliseconds(1)).isEmpty)
        let cancelled = Task { await inbox.messages(InboxQuery(), waitingUpTo: .seconds(600)) }
        await inbox.waiting(1)
        cancelled.cancel()
        #expect(await cancelled.value.isEmpty)
        let ended = Task { await inbox.messages(InboxQuery(), waitingUpTo: .seconds(600)) }
        await inbox.waiting(1)
        inbox.endWaits()
        #expect(await ended.value.isEmpty)
        #expect(await inbox.messages(InboxQuery(), waitingUpTo: .seconds(600)).isEmpty)
        #expect(inbox.waiting == 0)
    }

    @Test("no message is lost or numbered twice when many arrive at once")
    func concurrency() async {
        let inbox = SandboxInbox(capacity: 100)
        await withDiscardingTaskGroup { group in
            for _ in 0..<8 { group.addTask { await fill(inbox, 1...500) } }
        }
        #expect(inbox.total == 4_000)
        #expect(inbox.messages().map(\.sequence) == Array((3_901...4_000).reversed()))
    }
}

extension SandboxInbox {
    /// Returns once so many wait; the inbox tells nobody when somebody begins to, so this looks again and again.
    fileprivate func waiting(_ count: Int) async {
        while waiting < count { await Task.yield() }
    }
}
