import Glibc
import VerificationCore

/// What the operating system says of this process, under the names that Prometheus' own client libraries use.
package struct ProcessMetrics: Sendable {
    private let startedAt: Timestamp

    /// Make it at the start of the process: the time at which it is made is reported as the process's start.
    package init(startedAt: Timestamp = .now) {
        self.startedAt = startedAt
    }

    /// Reads all figures now; leaves out a figure that it cannot read.
    package var readings: [MetricReading] {
        let figures: [(String, MetricReading.Kind, Double?)] = [
            ("process_cpu_seconds_total", .counter, Self.processorSeconds),
            ("process_open_fds", .gauge, Self.openDescriptors),
            ("process_resident_memory_bytes", .gauge, Self.residentBytes),
            ("process_start_time_seconds", .gauge, Double(startedAt.microseconds) / 1e6),
        ]
        return figures.compactMap { name, kind, value in value.map { MetricReading(name, as: kind, by: [], value: $0) }
        }
    }

    private static var processorSeconds: Double? {
        var usage = rusage()
        guard getrusage(Int32(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }

    /// Counts the entries of `/proc/self/fd`, without `.`, `..` and the descriptor that the counting itself opens.
    private static var openDescriptors: Double? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var entries = 0
        while readdir(directory) != nil { entries += 1 }
        return Double(max(0, entries - 3))
    }

    /// The second number of `/proc/self/statm`, which counts pages, as bytes.
    private static var residentBytes: Double? {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let text = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        let fields = text.split(separator: UInt8(ascii: " "))
        guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
        return Double(pages * sysconf(Int32(_SC_PAGESIZE)))
    }
}
