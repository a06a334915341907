import Foundation

/// What a process holds at a moment.
package struct SoakSample: Sendable, Hashable {
    /// Seconds since the load began; negative before it.
    package let time: Double
    /// In units of 1,048,576 bytes.
    package let memory: Double
    /// Open sockets, those included on which it listens.
    package let connections: Int
    /// Open file descriptors, sockets included.
    package let descriptors: Int

    package init(time: Double, memory: Double, connections: Int, descriptors: Int) {
        self.time = time
        self.memory = memory
        self.connections = connections
        self.descriptors = descriptors
    }

    /// Looks at a process of this machine and of this user; nil when it is not there, or is another user's.
    package init?(of process: Int32, at time: Double) {
        let folder = "/proc/\(process)/fd"
        // Another user's process, and one that has ended, have no list.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        // A descriptor that is closed meanwhile leads nowhere.
        let ends = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0) }
        self.init(
            time: time, memory: ResidentMemory(of: process).now,
            connections: ends.count { $0.hasPrefix("socket:") }, descriptors: ends.count)
    }
}
