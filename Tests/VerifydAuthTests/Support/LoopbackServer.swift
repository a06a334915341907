import Foundation

@testable import VerifydAuth

/// A server on 127.0.0.1 that does to each call what a test says: it answers, is silent, or breaks off.
///
/// ```swift
/// let server = try LoopbackServer([.answer("{}"), .close])
/// let configuration = AuthConfiguration(url: server.url, projectID: "demo-shop", apiKey: "key")
/// ```
final class LoopbackServer: Sendable {
    /// What the server does to one connection's call.
    enum Action: Sendable {
        /// A whole answer.
        case answer(String, status: Int = 200, headers: [String: String] = [:])
        /// These bytes, then the end of the connection.
        case raw(String)
        /// These bytes, one each 100 ms, until the client goes away.
        case drip(String)
        /// Nothing, until the client goes away.
        case silence
        /// The end of the connection, without a byte.
        case close
    }

    /// The port of 127.0.0.1.
    let port: UInt16
    private let listener: Int32
    private let script: @Sendable (Int, String) -> Action
    private let heard = Guarded<[String]>([])
    private let isStopped = Guarded(false)

    var url: URL {
        get throws {
            guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw POSIXError(.EINVAL) }
            return url
        }
    }
    /// The calls until now, each with its head and body.
    var calls: [String] { heard.with { $0 } }

    /// The script gets the number of calls before this one, and the call's text.
    init(port: UInt16 = 0, _ script: @escaping @Sendable (Int, String) -> Action) throws {
        (listener, self.port) = try Sockets.open(on: port)
        self.script = script
        Thread.detachNewThread { [listener, isStopped, weak self] in
            while !isStopped.with({ $0 }) {
                guard Sockets.isReadable(listener, within: 50) else { continue }
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                Sockets.silenceSignals(connection)
                Thread.detachNewThread { [weak self] in
                    self?.serve(connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    /// One action after the other; calls after the last one get it too.
    convenience init(port: UInt16 = 0, _ actions: [Action]) throws {
        try self.init(port: port) { number, _ in actions[min(number, actions.count - 1)] }
    }

    deinit { stop() }

    /// Refuses new connections from now on; it may take 50 ms.
    func stop() { isStopped.with { $0 = true } }

    /// A port on which nobody listens now.
    static func freePort() throws -> UInt16 {
        let (listener, port) = try Sockets.open(on: 0)
        close(listener)
        return port
    }

    private func serve(_ connection: Int32) {
        guard let call = Sockets.readCall(connection, while: { !self.isStopped.with { $0 } }) else { return }
        let number = heard.with { heard in
            heard.append(call)
            return heard.count - 1
        }
        switch script(number, call) {
        case .answer(let body, let status, let headers):
            let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            let end = "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
            Sockets.write("HTTP/1.1 \(status) Status\r\n" + fields + end + body, to: connection)
        case .raw(let text): Sockets.write(text, to: connection)
        case .drip(let text):
            for byte in text.utf8 {
                guard !isStopped.with({ $0 }), !Sockets.isReadable(connection, within: 100) else { return }
                Sockets.write([byte], to: connection)
            }
        case .silence:
            while !isStopped.with({ $0 }), !Sockets.isReadable(connection, within: 50) {}
        case .close: return
        }
    }
}

/// The calls of the system that the server needs.
private enum Sockets {
    static func open(on port: UInt16) throws -> (Int32, UInt16) {
        #if os(Linux) && !canImport(Musl)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let socket = socket(AF_INET, stream, 0)
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failure = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) != 0 || listen(socket, 64) != 0
                    || getsockname(socket, address, &size) != 0
            }
        }
        guard socket >= 0, !failure else {
            close(socket)
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    /// Whether there is something to read, or the other side is gone.
    static func isReadable(_ socket: Int32, within milliseconds: Int32) -> Bool {
        var wish = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&wish, 1, milliseconds) > 0
    }

    /// A write to a connection that the client has closed is an error, and no signal that ends the tests.
    static func silenceSignals(_ socket: Int32) {
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    static func write(_ text: String, to socket: Int32) { write(Array(text.utf8), to: socket) }

    static func write(_ bytes: [UInt8], to socket: Int32) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Head and body of a call; nil if the client goes away before its end.
    static func readCall(_ socket: Int32, while goesOn: () -> Bool) -> String? {
        var bytes: [UInt8] = []
        while goesOn() {
            guard isReadable(socket, within: 50) else { continue }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &part, part.count, 0)
            guard count > 0 else { return nil }
            bytes += part.prefix(count)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let field = text[..<end.lowerBound].lowercased().components(separatedBy: "content-length:").dropFirst()
                .first
            let length = field.flatMap { Int($0.prefix { $0 != "\r\n" }.trimmingCharacters(in: .whitespaces)) }
            if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
        }
        return nil
    }
}
