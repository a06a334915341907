import ConnectionSupport
import Dispatch
import Glibc

/// Looks up the addresses of a host's name, for no longer than a deadline.
///
/// libpq would look the name up inside the call that starts a connection, and block until the resolver answers. Then it
/// would give all the remaining time to the first address, even if no server answers there.
enum HostLookup {
    /// Every address of a name, in the system's order; empty when the name has no address or the look-up failed.
    ///
    /// Blocks its thread.
    typealias Resolver = @Sendable (_ name: String) -> [String]

    /// - Returns: nil when the resolver did not answer before `deadline`; its late answer is dropped.
    static func addresses(
        of name: String, by resolver: @escaping Resolver, until deadline: ContinuousClock.Instant
    ) async -> [String]? {
        await withCheckedContinuation { continuation in
            let answer = FirstAnswer(continuation)
            DispatchQueue.global().async { answer.give(resolver(name)) }
            DispatchQueue.global().asyncAfter(deadline: .at(deadline)) { answer.give(nil) }
        }
    }

    /// Asks the system's resolver, as a rule its files first and then DNS.
    static let system: Resolver = { name in
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
