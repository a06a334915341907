import Logging
import ServiceLifecycle
import VerificationCore

/// Takes events off the queue and posts them to their apps' endpoints, side by side.
///
/// On graceful shutdown it takes no more events, gives back events that wait for their turn, and finishes the calls
/// under way.
package struct EventDeliverer: Service {
    /// How many events a worker has in hand.
    package static let prefetch = 256

    private let inbox: any JobInbox
    private let poster: EventPoster
    private let desk: EndpointDesk

    package init(_ ports: EventPorts, logger: Logger) {
        inbox = ports.inbox
        desk = EndpointDesk(
            EndpointDesk.Bounds(prefetch: Self.prefetch), deadline: EventPoster.deadline, schedule: ports.schedule)
        poster = EventPoster(ports: ports, desk: desk, logger: logger)
    }

    package func run() async throws {
        await withTaskGroup { group in
            group.addTask { await handleAll() }
            group.addTask { await stopOnShutdown() }
            await group.next()
            group.cancelAll()
        }
    }

    private func handleAll() async {
        await withDiscardingTaskGroup { group in
            for await batch in inbox.deliveries {
                for delivery in batch { group.addTask { await handle(delivery) } }
            }
        }
    }

    private func handle(_ delivery: JobDelivery) async {
        await inbox.settle(delivery, as: await poster.handle(delivery))
    }

    /// Returns only when its task is cancelled, so that `handleAll` decides when the drain is over.
    private func stopOnShutdown() async {
        do {
            try await gracefulShutdown()
        } catch {
            // Only a cancelled task gets here: the parts beside it end as well.
            return
        }
        await inbox.stopTaking()
        desk.stop()
        while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
    }
}
