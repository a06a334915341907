import Foundation

/// What the kernel has counted for a process until now, from `/proc`.
package struct ProcessReading: Sendable, Hashable {
    /// How long its threads have run, those included that have ended.
    package private(set) var processorSeconds = 0.0
    /// The counts of each living thread, by its path in `/proc`; the kernel forgets those of a thread that ends.
    private var threads: [String: Switches] = [:]

    private struct Switches: Hashable {
        var voluntary = 0
        var other = 0
    }

    /// How often one of its living threads has waited for something.
    package var voluntarySwitches: Int { threads.values.reduce(0) { $0 + $1.voluntary } }
    /// How often one of its living threads has had to leave the processor to another.
    package var otherSwitches: Int { threads.values.reduce(0) { $0 + $1.other } }

    /// Zero for everything.
    init() {}

    /// Nil when there is no such process on this machine.
    package init?(of process: Int32) {
        guard let stat = Self.file("\(process)/stat") else { return nil }
        // The name of the program is in parentheses and may contain any character; what follows are numbers.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return nil }
        processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        // A process that ends at this moment has no threads any more.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        for name in names {
            let thread = "\(process)/task/\(name)"
            let lines = Self.lines(of: thread + "/status")
            // A thread that ended since its name was read has no counts: with zeros it would take back what it had before.
            guard let voluntary = lines["voluntary_ctxt_switches"], let other = lines["nonvoluntary_ctxt_switches"]
            else { continue }
            threads[thread] = Switches(voluntary: voluntary, other: other)
        }
    }

    /// The sum of the readings of several processes; those that are not on this machine are left out.
    init(of processes: some Sequence<Int32>) {
        self.init()
        for process in processes {
            guard let reading = ProcessReading(of: process) else { continue }
            self += reading
        }
    }

    package static func += (left: inout ProcessReading, right: ProcessReading) {
        left.processorSeconds += right.processorSeconds
        left.threads.merge(right.threads) { $1 }
    }

    /// What was counted between two readings, by threads that lived at the second.
    package static func - (later: ProcessReading, earlier: ProcessReading) -> ProcessReading {
        var difference = later
        difference.processorSeconds -= earlier.processorSeconds
        for (thread, before) in earlier.threads {
            difference.threads[thread]?.voluntary -= before.voluntary
            difference.threads[thread]?.other -= before.other
        }
        return difference
    }

    /// Whether the process is on this machine and its program has this name.
    static func isNamed(_ name: String, process: Int32) -> Bool {
        file("\(process)/comm")?.trimmingCharacters(in: .whitespacesAndNewlines) == name
    }

    /// The numbers at the beginnings of the values, by the names of the lines.
    static func lines(of path: String) -> [Substring: Int] {
        let pairs = (file(path) ?? "").split(separator: "\n").compactMap { line -> (Substring, Int)? in
            let words = line.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " })
            guard words.count > 1, let number = Int(words[1]) else { return nil }
            return (words[0], number)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private static func file(_ path: String) -> String? {
        // The process has ended, or belongs to another machine.
        try? String(contentsOfFile: "/proc/\(path)", encoding: .utf8)
    }
}

/// How much memory a process holds, in units of 1,048,576 bytes.
package struct ResidentMemory: Sendable, Hashable {
    package let now: Double
    /// The most that it has ever held.
    package let most: Double

    /// Zero for a process that is not there.
    package init(of process: Int32) {
        let lines = ProcessReading.lines(of: "\(process)/status")
        now = Double(lines["VmRSS"] ?? 0) / 1_024
        most = Double(lines["VmHWM"] ?? 0) / 1_024
    }
}
