import Glibc
import Logging
import Telemetry
import VerificationCore

/// A file that log lines go to, and that a test can read back.
struct LogCapture {
    private let file: UnsafeMutablePointer<FILE>
    let output: LogOutput

    init() throws {
        guard let file = tmpfile() else { throw CaptureFailed() }
        self.file = file
        output = LogOutput(descriptor: fileno(file))
    }

    struct CaptureFailed: Error {}

    func logger(
        _ label: String = "test", level: Logger.Level = .info, format: LogFormat = .json,
        provider: Logger.MetadataProvider? = nil
    ) -> Logger {
        let handler = LineLogHandler(
            label: label, level: level, format: format, output: output, metadataProvider: provider,
            now: { Timestamp(microseconds: 1_767_323_045_678_000) })
        return Logger(label: label, factory: { _ in handler })
    }

    /// Everything written so far.
    func text() -> String {
        let size = Int(lseek(fileno(file), 0, SEEK_END))
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(fileno(file), buffer.baseAddress, size, 0))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
