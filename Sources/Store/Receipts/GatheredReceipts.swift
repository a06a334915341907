import Synchronization
import VerificationCore

/// Gathers the receipts of concurrent calls into shared transactions, so that a locked message delays no other for long.
///
/// One transaction runs at a time, and what comes meanwhile is in the next. The receipts of a call stay together and in
/// their order. A transaction that meets a lock waits for it once, until PostgreSQL's `lock_timeout` (half a second).
/// When a locked receipt is brought again, its call goes apart from the others: there the store first looks which rows
/// are held, and does not wait for them.
final class GatheredReceipts: Sendable {
    typealias Answer = Result<DeliveryChange?, StoreError>
    private typealias Gathered = GroupCommit<[GatewayReceipt], [Answer]>

    private let together: Gathered
    private let apart: Gathered
    private let locked = Mutex<Set<ReceiptKey>>([])

    init(_ batches: BatchAnswers<GatewayReceipt, DeliveryChange?>) {
        together = Self.gather { await batches.answer($0) }
        apart = Self.gather { await batches.answerUnlocked($0) }
    }

    /// Returns an answer for each receipt, in their order.
    func note(_ receipts: [GatewayReceipt]) async -> [Answer] {
        if receipts.isEmpty { return [] }
        let goesApart = locked.withLock { locked in
            !locked.isEmpty && receipts.contains { $0.key.map(locked.contains) ?? false }
        }
        let answers: [Answer]
        do throws(StoreError) {
            answers = try await (goesApart ? apart : together).submit(receipts)
        } catch {
            answers = receipts.map { _ in .failure(error) }
        }
        noteLocks(of: receipts, answers)
        return answers
    }

    /// Remembers which receipts have met a lock; a full list is emptied, so that it does not grow without end.
    private func noteLocks(of receipts: [GatewayReceipt], _ answers: [Answer]) {
        locked.withLock { locked in
            for (receipt, answer) in zip(receipts, answers) {
                if locked.isEmpty, case .success = answer { continue }
                guard let key = receipt.key else { continue }
                switch answer {
                // A receipt in doubt may meet the lock of its own commit.
                case .failure(.locked), .failure(.inDoubt):
                    if locked.count >= 10_000 { locked.removeAll() }
                    locked.insert(key)
                case .success: locked.remove(key)
                case .failure(.unavailable), .failure(.unfit), .failure(.busy), .failure(.unreadable),
                    .failure(.keyMissing), .failure(.broken):
                    break
                }
            }
        }
    }

    private static func gather(_ answer: @escaping @Sendable ([GatewayReceipt]) async -> [Answer]) -> Gathered {
        GroupCommit(batchesInFlight: 1, size: \.count, outage: outage) { calls in
            var answers = await answer(calls.flatMap(\.self))[...]
            return calls.map { receipts in
                defer { answers = answers.dropFirst(receipts.count) }
                return .success(Array(answers.prefix(receipts.count)))
            }
        }
    }

    /// When no receipt of a batch has got an answer of its own, the store does not answer at present.
    private static func outage(in results: [Result<[Answer], StoreError>]) -> StoreError? {
        let isAnswered = results.contains { result in
            guard case .success(let answers) = result else { return false }
            return answers.contains { answer in
                switch answer {
                case .success, .failure(.locked), .failure(.busy), .failure(.unreadable), .failure(.keyMissing),
                    .failure(.broken):
                    true
                case .failure(.unavailable), .failure(.unfit), .failure(.inDoubt): false
                }
            }
        }
        return isAnswered ? nil : .unavailable
    }
}
