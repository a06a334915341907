import Bench
import Testing

@Suite("parts of a request's path, alone")
struct MicroTests {
    @Test("each part does its work")
    func right() throws {
        let report = MicroRig.measure(try MicroParts().all, rounds: 1, time: .milliseconds(1))
        #expect(report.rows.filter { !$0.isRight }.map(\.part) == [])
        #expect(Set(report.rows.map(\.part)).count == report.rows.count)
    }

    @Test("a wrong result and too many bytes are complaints, uncounted bytes are not")
    func complaints() {
        let row = { (bytes: Int?, isRight: Bool) in
            MicroReport.Row(part: "part", nanoseconds: 1, bytes: bytes, allowed: 10, isRight: isRight)
        }
        #expect(MicroReport(rows: [row(10, true), row(nil, true)]).complaints == [])
        #expect(MicroReport(rows: [row(11, true)]).complaints == ["part: allocates 11 bytes, of 10 allowed"])
        #expect(MicroReport(rows: [row(nil, false)]).complaints == ["part: the result is wrong"])
    }
}
