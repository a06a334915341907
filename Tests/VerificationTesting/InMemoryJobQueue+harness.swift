import Testing
import VerificationCore

extension InMemoryJobQueue: RequestQueueHarness, ReceiptQueueHarness {
    package var publisher: any JobPublisher { self }
    package var overview: any QueueOverview { self }
    package var deadLetters: any DeadLetters { self }

    package func openInbox() async throws -> any RequestInbox & PausableInbox { openInbox(prefetch: 1_000) }

    package func openInbox() async throws -> any ReceiptInbox { openInbox(prefetch: 500) }

    package func close(_ inbox: any RequestInbox) async {
        await crash(inbox)
    }

    package func crash(_ inbox: any RequestInbox) async {
        (inbox as? InMemoryRequestInbox)?.crash()
    }

    package func crash(_ inbox: any ReceiptInbox) async { (inbox as? InMemoryRequestInbox)?.crash() }

    package func nextDead() async throws -> Dead {
        try #require(takeDead())
    }
}
