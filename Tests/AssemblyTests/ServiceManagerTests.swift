import Foundation
import Glibc
import Logging
import Testing

@testable import Assembly

@Suite("What systemd is told")
struct ServiceManagerTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test("a process says that it is ready, pings within half of systemd's patience, and says that it stops")
    func states() async throws {
        let socket = try ManagerSocket()
        let manager = try #require(
            ServiceManager(
                environment: ["NOTIFY_SOCKET": socket.path, "WATCHDOG_USEC": "40000", "WATCHDOG_PID": "7"], processID: 7
            ))
        let running = Task { await manager.run(logger) }
        #expect(await socket.read() == "READY=1")
        #expect(await [socket.read(), socket.read()] == ["WATCHDOG=1", "WATCHDOG=1"])
        running.cancel()
        await running.value
        manager.tellStop()
        var last = await socket.read()
        while last == "WATCHDOG=1" { last = await socket.read() }
        #expect(last == "STOPPING=1")
    }

    @Test("a process says that it is ready as soon as systemd listens")
    func late() async throws {
        let path = ManagerSocket.freePath()
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": path], processID: 7))
        let running = Task { await manager.run(logger) }
        let socket = try ManagerSocket(path: path)
        #expect(await socket.read() == "READY=1")
        await running.value
    }

    @Test(
        "without a watchdog, or with that of another process, it says that it is ready and no more",
        arguments: [[:], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "x"], ["WATCHDOG_USEC": "9", "WATCHDOG_PID": "8"]])
    func noWatchdog(environment: [String: String]) async throws {
        let socket = try ManagerSocket()
        let all = environment.merging(["NOTIFY_SOCKET": socket.path]) { $1 }
        await ServiceManager(environment: all, processID: 7)?.run(logger)
        ServiceManager(environment: all, processID: 7)?.tellStop()
        #expect(await [socket.read(), socket.read()] == ["READY=1", "STOPPING=1"])
    }

    @Test("a process that systemd has not started tells nobody", arguments: [nil, "", "relative"])
    func noManager(path: String?) {
        let environment = path.map { ["NOTIFY_SOCKET": $0] } ?? [:]
        #expect(ServiceManager(environment: environment, processID: 7) == nil)
    }

    @Test(
        "a socket that is gone, or a path too long for one, does no harm",
        arguments: ["/gone", String(repeating: "x", count: 200)])
    func noSocket(name: String) async {
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": "/nowhere/\(name)"], processID: 7)
        let running = Task { await manager?.run(logger) }
        running.cancel()
        await running.value
    }
}

/// The socket that systemd listens on, in the temporary folder.
private final class ManagerSocket {
    let path: String
    private let descriptor: Int32

    static func freePath() -> String { NSTemporaryDirectory() + "verifyd-\(UUID().uuidString.prefix(8))" }

    init(path: String = freePath()) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        // The longest wait of a read: a test that waits for what never comes ends with an error.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(bound == 0)
    }

    /// The next text; empty after 20 s without one.
    ///
    /// A thread of its own waits. A read in a task would keep a thread from the very process that is to write, and with
    /// two tests on two cores nobody would write.
    func read() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                var bytes = [UInt8](repeating: 0, count: 100)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                continuation.resume(returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
            }
        }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }
}
