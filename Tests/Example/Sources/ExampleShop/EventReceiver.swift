import Foundation
import Hummingbird
import VerifydClient

/// Takes verifyd's events: answers first, and drops what has come before.
actor EventReceiver {
    private let verifier: EventVerifier
    private var seen: Set<String> = []

    init(secrets: [String]) throws { verifier = try EventVerifier(secrets: secrets) }

    @Sendable func receive(_ request: Request, context: BasicRequestContext) async throws -> HTTPResponse.Status {
        let body = try await request.body.collect(upTo: 1 << 16)
        let headers = request.headers
        guard
            let event = try? verifier.event(
                in: Data(body.readableBytesView),
                header: { name in headers.first { $0.name.canonicalName == name }?.value })
        else { return .unauthorized }
        if seen.insert(event.id).inserted {
            context.logger.info("event", metadata: ["type": "\(event.type.rawValue)", "id": "\(event.id)"])
        }
        return .noContent
    }
}
