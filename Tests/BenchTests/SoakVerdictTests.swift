import Bench
import Foundation
import Testing

@Suite("what a process holds after a long load")
struct SoakVerdictTests {
    @Test("a process that holds as much as before, and more under load, is well")
    func well() {
        let verdict = Self.verdict(memory: (0..<40).map { 100 + Double($0 % 5) }, final: (99, 42, 61))
        #expect(verdict.complaints == [])
    }

    @Test("what does not come back is found, for each quantity by itself")
    func left() {
        let even = Array(repeating: 100.0, count: 40)
        #expect(
            Self.verdict(memory: even, final: (180, 40, 60)).complaints
                == ["memory did not come back: 180 MB at rest, 80 MB before"])
        #expect(
            Self.verdict(memory: even, final: (80, 400, 420)).complaints == [
                "connections did not come back: 400 at rest, 40 before",
                "file descriptors did not come back: 420 at rest, 60 before",
            ])
    }

    @Test("steady growth is found, also when all of it comes back")
    func growth() {
        let growing = Self.verdict(memory: (0..<40).map { 100 + Double($0) * 2 }, final: (80, 40, 60))
        #expect(growing.complaints == ["memory grew all the time: 109 MB, 129 MB, 149 MB, 169 MB in four quarters"])
        // A rise that ends is a warm-up, a small one is noise, and few samples say nothing.
        let warm = (0..<40).map { 100 + min(Double($0), 12) * 4 }
        #expect(Self.verdict(memory: warm, final: (80, 40, 60)).complaints == [])
        #expect(Self.verdict(memory: (0..<40).map { 100 + Double($0) / 8 }, final: (80, 40, 60)).complaints == [])
        #expect(Self.verdict(memory: [100, 120, 140, 160], final: (80, 40, 60)).complaints == [])
    }

    @Test("a process that has ended is found, however well it was before")
    func ended() {
        let well = Self.verdict(memory: Array(repeating: 100, count: 40), final: (80, 40, 60))
        let verdict = SoakVerdict(baseline: well.baseline, samples: well.samples, final: nil)
        #expect(verdict.complaints == ["the process ended under load"])
    }

    @Test("this process can be looked at, and a process that is not there cannot")
    func sample() throws {
        let file = try #require(fopen("/dev/null", "r"))
        let sample = try #require(SoakSample(of: getpid(), at: 1))
        #expect(sample.time == 1 && sample.memory > 1 && sample.descriptors > sample.connections)
        fclose(file)
        #expect(SoakSample(of: -1, at: 0) == nil)
    }

    /// 40 connections and 60 descriptors all the time, and 80 MB before.
    private static func verdict(
        memory: [Double], final: (memory: Double, connections: Int, descriptors: Int)
    ) -> SoakVerdict {
        SoakVerdict(
            baseline: SoakSample(time: 0, memory: 80, connections: 40, descriptors: 60),
            samples: memory.enumerated().map { index, memory in
                SoakSample(time: Double(index), memory: memory, connections: 40, descriptors: 60)
            },
            final: SoakSample(
                time: 100, memory: final.memory, connections: final.connections, descriptors: final.descriptors))
    }
}
