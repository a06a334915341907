import Glibc
import Synchronization

/// Looks up the addresses of hosts' names on threads of its own, for no longer than a deadline.
///
/// The system's resolver blocks its thread for many seconds when no name server answers. On a thread of Dispatch it
/// would delay the tasks and timers that run there. So the threads are of no pool, and the deadline is kept by
/// `ConnectionLoop.shared`.
///
/// Callers that ask for a name at the same time share one look-up. While all threads hang, further names wait in line.
package final class HostLookup: Sendable {
    /// Every address of a name, in the system's order; empty when the name has no address or the look-up failed.
    ///
    /// Blocks its thread.
    package typealias Resolver = @Sendable (_ name: String) -> [String]

    private struct State {
        /// Who waits for a name that is in line or being looked up; the key of a caller is its timer's number.
        var callers: [String: [UInt64: FirstAnswer<[String]?>]] = [:]
        var line: [String] = []
        var threads = 0
    }

    private let label: String
    private let mostThreads: Int
    private let resolver: Resolver
    private let state = Mutex(State())

    /// Has no thread until the first look-up, and none after the last.
    ///
    /// - Parameters:
    ///   - label: the name of its threads in debuggers; 15 bytes are shown.
    ///   - mostThreads: how many names may be looked up side by side.
    ///   - resolver: as a rule the system's.
    package init(label: String, mostThreads: Int = 4, by resolver: @escaping Resolver = HostLookup.system) {
        self.label = label
        self.mostThreads = mostThreads
        self.resolver = resolver
    }

    /// - Returns: nil when the resolver did not answer before `deadline`, or the process has no descriptor left.
    package func addresses(of name: String, until deadline: ContinuousClock.Instant) async -> [String]? {
        guard let loop = ConnectionLoop.shared?.thread else { return nil }
        let timer = loop.nextNumber()
        let addresses = await withCheckedContinuation { continuation in
            enter(FirstAnswer(continuation), as: timer, for: name)
            loop.ring(timer, noLaterThan: deadline) { self.leave(timer, for: name) }
        }
        loop.cancel(timer)
        return addresses
    }

    private func enter(_ caller: FirstAnswer<[String]?>, as number: UInt64, for name: String) {
        let needsThread = state.withLock { state in
            if state.callers[name] == nil { state.line.append(name) }
            state.callers[name, default: [:]][number] = caller
            guard !state.line.isEmpty, state.threads < mostThreads else { return false }
            state.threads += 1
            return true
        }
        guard needsThread, !DetachedThread.start(label: label, { self.lookUpAll() }) else { return }
        // A later caller tries again.
        state.withLock { $0.threads -= 1 }
    }

    /// The resolver may still be busy with the name; its late answer goes to those who wait by then.
    private func leave(_ number: UInt64, for name: String) {
        state.withLock { $0.callers[name]?.removeValue(forKey: number) }?.give(nil)
    }

    private func lookUpAll() {
        while let name = next() {
            let addresses = resolver(name)
            let callers = state.withLock { $0.callers.removeValue(forKey: name) } ?? [:]
            for caller in callers.values { caller.give(addresses) }
        }
    }

    /// The first name in line that a caller still waits for; nil ends the thread.
    private func next() -> String? {
        state.withLock { state in
            while !state.line.isEmpty {
                let name = state.line.removeFirst()
                if state.callers[name]?.isEmpty == false { return name }
                state.callers[name] = nil
            }
            state.threads -= 1
            return nil
        }
    }
}

extension HostLookup {
    /// Asks the system's resolver, as a rule its files first and then DNS.
    package static let system: Resolver = { name in
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(first: first) { $0?.pointee.ai_next }.compactMap { $0 }.compactMap(text)
    }

    private static func text(of entry: UnsafeMutablePointer<addrinfo>) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = getnameinfo(
            entry.pointee.ai_addr, entry.pointee.ai_addrlen, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
        guard result == 0 else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
