#if !canImport(Darwin)
    import Foundation
    import FoundationNetworking

    /// Carries plain HTTP to a server on this machine, on Linux.
    ///
    /// `URLSession` of Swift 6.3 ends the whole process there when a connection closes in the middle of an answer's head. Later
    /// versions do not (swift-corelibs-foundation, issue 5285). TLS is left to it all the same, for want of another.
    struct SocketTransport: AuthTransport {
        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let connection = SocketConnection()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { waiter in
                    // A thread of its own, because its waits block.
                    Thread.detachNewThread { waiter.resume(with: Result { try connection.exchange(request) }) }
                }
            } onCancel: {
                connection.stop()
            }
        }
    }

    /// One connection for one call.
    private final class SocketConnection: Sendable {
        /// The socket is nil before the connection and after its end: its number may be another file's then.
        private let state = Guarded<(socket: Int32?, isStopped: Bool)>((nil, false))

        /// Ends the exchange from another thread.
        func stop() {
            state.with { state in
                state.isStopped = true
                if let socket = state.socket { shutdown(socket, Int32(SHUT_RDWR)) }
            }
        }

        func exchange(_ request: URLRequest) throws -> (Data, HTTPURLResponse) {
            guard let url = request.url, let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
                throw URLError(.badURL)
            }
            let end = ProcessInfo.processInfo.systemUptime + request.timeoutInterval
            let socket = try connect(to: parts, within: request.timeoutInterval)
            defer { forget(socket) }
            try Self.write(request.text(to: parts), to: socket)
            var reader = HTTPAnswerReader(url: url)
            while true {
                var part = [UInt8](repeating: 0, count: 16_384)
                let count = recv(socket, &part, part.count, 0)
                guard ProcessInfo.processInfo.systemUptime < end else { throw URLError(.timedOut) }
                guard count >= 0 else { throw URLError(.networkConnectionLost) }
                if let answer = try reader.answer(after: part.prefix(count), isLast: count == 0) { return answer }
            }
        }

        /// Names of this machine are not looked up: a name server may say anything about them.
        private func connect(to parts: URLComponents, within seconds: TimeInterval) throws -> Int32 {
            let host = (parts.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
            let isAddress = host == "::1" || host.hasPrefix("127.")
            for address in isAddress ? [host] : ["127.0.0.1", "::1"] {
                let socket = Self.socket(for: address, within: seconds)
                guard Self.connect(socket, to: address, port: UInt16(clamping: parts.port ?? 80)) else {
                    close(socket)
                    continue
                }
                let isWanted = state.with { state in
                    state.socket = socket
                    return !state.isStopped
                }
                guard isWanted else {
                    forget(socket)
                    throw URLError(.cancelled)
                }
                return socket
            }
            throw URLError(.cannotConnectToHost)
        }

        private func forget(_ socket: Int32) {
            state.with { $0.socket = nil }
            close(socket)
        }

        /// A socket none of whose waits is longer than so many seconds.
        private static func socket(for address: String, within seconds: TimeInterval) -> Int32 {
            #if canImport(Musl)
                let stream = SOCK_STREAM
            #else
                let stream = Int32(SOCK_STREAM.rawValue)
            #endif
            let socket = Foundation.socket(address.contains(":") ? AF_INET6 : AF_INET, stream, 0)
            var longest = timeval(tv_sec: max(1, Int(seconds.rounded(.up))), tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(socket, SOL_SOCKET, option, &longest, socklen_t(MemoryLayout<timeval>.size))
            }
            return socket
        }

        private static func connect(_ socket: Int32, to address: String, port: UInt16) -> Bool {
            if address.contains(":") {
                var target = sockaddr_in6()
                target.sin6_family = sa_family_t(AF_INET6)
                target.sin6_port = port.bigEndian
                target.sin6_addr = in6addr_loopback
                return connect(socket, at: &target)
            }
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = port.bigEndian
            target.sin_addr.s_addr = inet_addr(address)
            return connect(socket, at: &target)
        }

        private static func connect<Address>(_ socket: Int32, at address: inout Address) -> Bool {
            let size = socklen_t(MemoryLayout<Address>.size)
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(socket, $0, size) == 0 }
            }
        }

        private static func write(_ bytes: Data, to socket: Int32) throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                // A signal for a closed connection would end the process.
                let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { throw URLError(.networkConnectionLost) }
                rest = rest.dropFirst(count)
            }
        }
    }

    extension URLRequest {
        /// The call as HTTP/1.1 writes it.
        fileprivate func text(to parts: URLComponents) -> Data {
            let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
            let port = parts.port.map { ":\($0)" } ?? ""
            var lines = [
                "\(httpMethod ?? "GET") \(parts.percentEncodedPath)\(query) HTTP/1.1",
                "Host: \(parts.percentEncodedHost ?? "")\(port)", "Connection: close",
            ]
            if let httpBody { lines.append("Content-Length: \(httpBody.count)") }
            for (name, value) in allHTTPHeaderFields ?? [:] { lines.append("\(name): \(value)") }
            // A line break inside a value would begin another field.
            let head = lines.map { $0.filter { !$0.isNewline } + "\r\n" }.joined() + "\r\n"
            return Data(head.utf8) + (httpBody ?? Data())
        }
    }
#endif
