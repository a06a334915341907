import Testing
import VerificationCore

extension InMemoryQueue: RequestQueueHarness {
    package var publisher: any JobPublisher { self }
    package var overview: any BrokerProbe { self }
    package var deadLetters: any DeadLetters { self }

    package func openInbox() async throws -> any JobInbox { openInbox(prefetch: 1_000) }

    package func close(_ inbox: any JobInbox) async {
        await crash(inbox)
    }

    package func crash(_ inbox: any JobInbox) async {
        (inbox as? InMemoryInbox)?.crash()
    }

    package func nextDead() async throws -> DeadMessage {
        try #require(takeDead())
    }
}
