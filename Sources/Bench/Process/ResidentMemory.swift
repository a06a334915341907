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
