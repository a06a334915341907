import ConnectionSupport
import Dispatch
import Glibc

/// Looks up the addresses of a host's name, for no longer than a deadline.
///
/// libpq would do it inside the call that starts a connection, for as long as the resolver likes. Then it would give a
/// silent first address all the time that is left.
enum HostLookup {
    /// Every address of a name, in the system's order; empty for a name without an address.
    ///
    /// Blocks.
    typealias Resolver = @Sendable (_ name: String) -> [String]

    /// - Returns: nil when the resolver was too slow; its late answer is dropped.
    static func addresses(
        of name: String, by resolver: @escaping Resolver, until deadline: ContinuousClock.Instant
    ) async -> [String]? {
        await withCheckedContinuation { continuation in
            let answer = FirstAnswer(continuation)
            DispatchQueue.global().async { answer.give(resolver(name)) }
            DispatchQueue.global().asyncAfter(deadline: .at(deadline)) { answer.give(nil) }
        }
    }

    /// Asks the system: its files, then DNS.
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
