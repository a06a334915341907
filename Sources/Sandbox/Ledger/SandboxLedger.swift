import Dispatch
import Synchronization

/// Keeps every accepted message as a JSON line that the disk has before the sender gets its answer.
///
/// All lines that come while the disk works on earlier lines go to it together: one `fsync` for all.
package final class SandboxLedger: Sendable {
    private struct Waiting {
        var lines: [UInt8] = []
        var senders: [CheckedContinuation<Bool, Never>] = []
        var isWriting = false
    }

    private let keepsTexts: Bool
    private let file: Mutex<LedgerFile>
    private let waiting = Mutex(Waiting())
    /// The disk blocks, which the threads of Swift tasks must not.
    private let disk = DispatchQueue(label: "sandbox.ledger")

    /// - Parameters:
    ///   - path: The file; it is made when it is missing, and continued when it is there.
    ///   - keepsTexts: Whether the lines hold the texts, codes and all.
    /// - Throws: why the file cannot be the ledger.
    package init(path: String, keepsTexts: Bool) throws(LedgerError) {
        self.keepsTexts = keepsTexts
        file = Mutex(try LedgerFile(path: path))
    }

    /// Returns when the disk has the line; false when it cannot have it.
    func append(_ line: LedgerLine) async -> Bool {
        let bytes = line.bytes(hasText: keepsTexts)
        return await withCheckedContinuation { sender in
            let isFirst = waiting.withLock { waiting in
                waiting.lines += bytes
                waiting.senders.append(sender)
                defer { waiting.isWriting = true }
                return !waiting.isWriting
            }
            if isFirst { disk.async { self.writeAll() } }
        }
    }

    private func writeAll() {
        while let (lines, senders) = takeWaiting() {
            let isKept = file.withLock { $0.append(lines) }
            for sender in senders { sender.resume(returning: isKept) }
        }
    }

    /// Nil when no sender waits; then the next line starts `writeAll` anew.
    private func takeWaiting() -> (lines: [UInt8], senders: [CheckedContinuation<Bool, Never>])? {
        waiting.withLock { waiting in
            guard !waiting.senders.isEmpty else {
                waiting.isWriting = false
                return nil
            }
            defer { (waiting.lines, waiting.senders) = ([], []) }
            return (waiting.lines, waiting.senders)
        }
    }
}
