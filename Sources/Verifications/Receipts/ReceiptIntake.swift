import Synchronization
import VerificationCore

/// Takes providers' calls with receipts: the gateway's reader judges each call, and its receipts go to the queue.
///
/// An attacker can call too. So a gateway has only so many calls in hand at once, from before their bodies are read:
/// 256 bodies of 64 KiB are 16 MiB. A call beyond them is turned away, and the provider repeats it with its receipts.
package final class ReceiptIntake: Sendable {
    /// A call as it arrived, without the parts of its URL that the settings know better.
    package struct Call: Sendable {
        /// For example `POST`.
        package let method: String
        /// The URL's query as it was written, without the question mark; nil when the URL has no query.
        package let query: String?
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]

        package init(method: String, query: String?, headers: [(name: String, value: String)], body: [UInt8]) {
            self.method = method
            self.query = query
            self.headers = headers
            self.body = body
        }
    }

    /// A gateway that has receipts.
    package struct Source: Sendable {
        /// The URL that its provider calls, without a query.
        package let url: String
        package let reader: any ReceiptReader

        package init(url: String, reader: any ReceiptReader) {
            self.url = url
            self.reader = reader
        }
    }

    private let sources: [String: Source]
    private let queue: any JobPublisher
    private let now: @Sendable () -> Timestamp
    private let mostAtOnce: Int
    private let inHand = Mutex<[String: Int]>([:])

    /// - Parameters:
    ///   - sources: The gateways that have receipts, by their names.
    ///   - queue: Where receipts go.
    ///   - now: The clock that decides whether a signature is too old.
    ///   - mostAtOnce: How many calls of a gateway may be in hand at once.
    package init(
        _ sources: [String: Source], queue: any JobPublisher, now: @escaping @Sendable () -> Timestamp,
        mostAtOnce: Int = 256
    ) {
        self.sources = sources
        self.queue = queue
        self.now = now
        self.mostAtOnce = mostAtOnce
    }

    /// Judges a call, and returns the result; `queued` only after the broker has confirmed all its receipts.
    ///
    /// `read` reads the call, and is not asked to when the call is turned away. Throws what `read` throws.
    package func take<Failure: Error>(
        _ gateway: String, _ read: () async throws(Failure) -> Call
    ) async throws(Failure) -> ReceiptsTaken {
        guard let source = sources[gateway] else { return .unknownGateway }
        guard takesPlace(gateway) else { return .tooMany }
        defer { inHand.withLock { $0[gateway, default: 1] -= 1 } }
        return await judge(try await read(), of: gateway, from: source)
    }

    private func judge(_ call: Call, of gateway: String, from source: Source) async -> ReceiptsTaken {
        let query = call.query.map { "?" + $0 } ?? ""
        let full = ReceiptCall(method: call.method, url: source.url + query, headers: call.headers, body: call.body)
        let receipts: [DeliveryReceipt]
        do {
            receipts = try await source.reader.receipts(in: full, at: now())
        } catch {
            return .unusable(error)
        }
        return await publish(receipts.map { GatewayReceipt(gateway: gateway, receipt: $0) })
    }

    private func publish(_ receipts: [GatewayReceipt]) async -> ReceiptsTaken {
        guard !receipts.isEmpty else { return .queued }
        do {
            try await queue.publish(.receipts(receipts))
            return .queued
        } catch {
            // Also when the queue may have them: a repeated receipt changes nothing.
            return .notQueued
        }
    }

    private func takesPlace(_ gateway: String) -> Bool {
        inHand.withLock { inHand in
            let isFree = inHand[gateway, default: 0] < mostAtOnce
            if isFree { inHand[gateway, default: 0] += 1 }
            return isFree
        }
    }
}

/// The result of a provider's call with receipts.
package enum ReceiptsTaken: Sendable, Hashable {
    /// The queue has all its receipts, or it had none.
    case queued
    /// No gateway of this name has receipts.
    case unknownGateway
    /// Too many calls of this gateway are in hand.
    case tooMany
    /// The gateway's reader does not believe the call, or cannot read it.
    case unusable(ReceiptError)
    /// The broker has not confirmed all of them; repeated receipts change nothing that they have changed before.
    case notQueued
}
