import Glibc
import Logging
import Telemetry
import Testing
import VerificationCore

@Suite("Log lines")
struct LineLogHandlerTests {
    private let capture: LogCapture

    init() throws {
        capture = try LogCapture()
    }

    @Test("a JSON line has time, level, logger, message and sorted metadata, nothing else")
    func jsonLine() {
        capture.logger("worker").notice("sent", metadata: ["b": "2", "a": ["x", "y"], "c": ["k": "v"]])
        #expect(
            capture.text() == """
                {"time":"2026-01-02T03:04:05.678Z","level":"notice","logger":"worker","message":"sent",\
                "metadata":{"a":["x","y"],"b":"2","c":{"k":"v"}}}

                """)
    }

    @Test("a line without metadata has no metadata member, and empty collections are written as such")
    func emptyMetadata() {
        let logger = capture.logger()
        logger.info("a")
        logger.info("b", metadata: ["list": [], "object": [:]])
        #expect(
            capture.text() == """
                {"time":"2026-01-02T03:04:05.678Z","level":"info","logger":"test","message":"a"}
                {"time":"2026-01-02T03:04:05.678Z","level":"info","logger":"test","message":"b",\
                "metadata":{"list":[],"object":{}}}

                """)
    }

    @Test("a number stays a number in JSON, and a duration is its milliseconds, so that a log store can compare them")
    func numbers() {
        capture.logger().info(
            "handled",
            metadata: [
                "count": .stringConvertible(50), "duration": .stringConvertible(Duration.microseconds(2_942)),
                "nothing": .stringConvertible(Double.nan), "share": .stringConvertible(0.5),
                "status": .stringConvertible(UInt16(200)), "truth": .stringConvertible(true), "typed": "200",
            ])
        #expect(
            capture.text().hasSuffix(
                #""metadata":{"count":50,"duration":2.942,"nothing":"nan","share":0.5,"status":200,"truth":true,"#
                    + #""typed":"200"}}"# + "\n"))
    }

    @Test("a JSON line names machine, process and version once, and a text line does not")
    func origin() {
        let origin = LogOrigin(host: "node-\"1\"", processID: 42, version: "0.1.0")
        for format in LogFormat.allCases {
            let logger = Logger(label: "worker") {
                LineLogHandler(label: $0, format: format, output: capture.output, origin: origin)
            }
            logger.info("sent")
        }
        let lines = capture.text().split(separator: "\n")
        #expect(
            lines[0].contains(#""logger":"worker","host":"node-\"1\"","pid":42,"version":"0.1.0","message":"sent"}"#))
        #expect(lines[1].hasSuffix("worker: sent"))
    }

    @Test("an error has a member of its own")
    func errorMember() {
        struct Broken: Error, CustomStringConvertible { let description = "it \"broke\"" }
        capture.logger().error("failed", error: Broken())
        #expect(capture.text().hasSuffix(#""message":"failed","error":"it \"broke\""}"# + "\n"))
    }

    @Test(
        "no text can end its line early or speak to a terminal",
        arguments: [
            ("\r\n", #"\r\n"#), ("\t", #"\t"#), ("\0", #"\u0000"#), ("\u{1B}[31m", #"\u001b[31m"#),
            ("\u{7F}", #"\u007f"#), ("\u{9B}", #"\u009b"#), ("\u{2028}", #"\u2028"#), ("\u{202E}", #"\u202e"#),
            (#"""#, #"\""#), (#"\"#, #"\\"#), ("é 日本 🎉 …", "é 日本 🎉 …"), ("\"\u{301}", "\\\"\u{301}"),
        ])
    func escaping(raw: String, escaped: String) {
        capture.logger().info("\(raw)", metadata: ["key": "\(raw)", "\(raw)": "value"])
        capture.logger(format: .text).info("\(raw)")
        let lines = capture.text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3)
        #expect(lines[0].contains("\"message\":\"\(escaped)\""))
        #expect(lines[0].contains("\"key\":\"\(escaped)\""))
        #expect(lines[0].contains("\"\(escaped)\":\"value\""))
        #expect(lines[1].hasSuffix("test: \(escaped)"))
    }

    @Test("a text line reads: time, level, logger, message, key=value, quotes only where needed")
    func textLine() {
        let logger = capture.logger("worker", format: .text)
        logger.warning("slow", metadata: ["phone": "+49•••12", "reason": "no answer", "tries": "\(2)"])
        #expect(
            capture.text()
                == "03:04:05.678 warning  worker: slow  phone=+49•••12  reason=\"no answer\"  tries=2\n")
    }

    @Test("below the level nothing is written, and neither message nor metadata is made")
    func disabledLevel() {
        var made = 0
        func make() -> Logger.Message {
            made += 1
            return "made"
        }
        capture.logger(level: .warning).info(make())
        #expect(made == 0)
        #expect(capture.text().isEmpty)
    }

    @Test("metadata of the event wins over the task's, and that over the logger's")
    func metadataOrder() {
        var logger = capture.logger(provider: Logger.MetadataProvider { ["a": "task", "b": "task"] })
        logger[metadataKey: "a"] = "logger"
        logger[metadataKey: "c"] = "logger"
        logger.info("m", metadata: ["b": "event"])
        #expect(capture.text().contains(#""metadata":{"a":"task","b":"event","c":"logger"}"#))
    }

    @Test("lines written at the same time from many tasks stay whole")
    func concurrentLines() async {
        let long = String(repeating: "x", count: 5_000)
        await withDiscardingTaskGroup { group in
            for number in 0..<200 {
                let logger = capture.logger("\(number)")
                group.addTask { logger.info("\(long)") }
            }
        }
        let lines = capture.text().split(separator: "\n")
        #expect(lines.count == 200)
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"time":"#) && $0.hasSuffix("xxx\"}") })
        #expect(Set(lines).count == 200)
    }

    @Test("a line that cannot be written is counted and does no harm")
    func fullDisk() {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let output = LogOutput(descriptor: descriptor)
        Logger(label: "test") { LineLogHandler(label: $0, format: .json, output: output) }.error("lost")
        #expect(output.droppedLines == 1)
    }

    @Test("a pipe that nobody reads stops nobody: lines are dropped whole, counted, and their number is said in time")
    func unreadPipe() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let output = LogOutput(descriptor: ends[1])
        let logger = Logger(label: "test") { LineLogHandler(label: $0, format: .json, output: output) }
        // Each line is longer than what a pipe takes in one piece.
        let long = String(repeating: "x", count: 5_000)
        for _ in 1...50 { logger.info("\(long)") }
        let dropped = output.droppedLines
        #expect(dropped > 0)

        var text = Self.readAll(ends[0])
        logger.info("after")
        text += Self.readAll(ends[0])
        let lines = text.split(separator: "\n")
        #expect(lines.count == 50 - dropped + 2)
        #expect(lines.dropLast(2).allSatisfy { $0.hasSuffix("xxx\"}") && $0.hasPrefix("{\"time\"") })
        let note = try #require(lines.dropLast().last)
        #expect(note.contains("dropped") && note.contains("\"count\":\(dropped)"))
        #expect(lines.last?.contains("\"after\"") == true)
        // Whoever shares the pipe is not told to wait no more.
        #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
    }

    /// What the pipe holds now.
    private static func readAll(_ descriptor: Int32) -> String {
        var text = ""
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&question, 1, 0) == 1 {
            let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
            }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    @Test("times are those of the calendar, leap days and the turn of the year included")
    func times() {
        let logger = { (milliseconds: Int64) in
            Logger(label: "t") { [output = capture.output] label in
                LineLogHandler(
                    label: label, format: .json, output: output, now: { Timestamp(microseconds: milliseconds * 1_000) })
            }
        }
        logger(0).info("")
        logger(1_709_164_800_001).info("")
        logger(1_767_225_599_999).info("")
        let times = capture.text().split(separator: "\n").map { $0.dropFirst(9).prefix(24) }
        #expect(times == ["1970-01-01T00:00:00.000Z", "2024-02-29T00:00:00.001Z", "2025-12-31T23:59:59.999Z"])
    }
}
