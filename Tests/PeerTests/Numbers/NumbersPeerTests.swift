import Foundation
import PhoneNumbers
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

/// Numbers of every region and kind, random and nearly right, before the eyes of Python's phonenumbers.
///
/// A hundred thousand of them; `deploy/test-numbers` asks for ten million.
@Suite("The judgement beside that of phonenumbers")
struct NumbersPeerTests {
    @Test("every number is read as phonenumbers of the same version reads it, but for the differences that are listed")
    func agrees() throws {
        let parser = PlanParser()
        var differences: [String] = []
        for line in try Self.lines() {
            let parts = line.split(separator: "\t").map(String.init)
            let (number, theirs) = (try #require(parts.first), try #require(parts.last))
            let ours = Self.judged(number, by: parser)
            if ours != theirs, !Self.isListed(number, ours, theirs) {
                differences.append("\(number): \(ours), not \(theirs)")
            }
        }
        #expect(differences.isEmpty, "\(differences.prefix(20).joined(separator: "\n"))")
    }

    /// The differences, with their reasons.
    private static func isListed(_ number: String, _ ours: String, _ theirs: String) -> Bool {
        // Nobody can own it, so it is no number that somebody has, whatever the plan says of its range.
        if ours.hasSuffix(" fiction") { return true }
        // Mexico and Uzbekistan dropped their trunk prefixes, which contacts still have. phonenumbers refuses them;
        // here they go, or the number is refused for what is left of it.
        return (number.hasPrefix("+52") || number.hasPrefix("+998")) && !theirs.hasPrefix("+")
    }

    private static func judged(_ text: String, by parser: PlanParser) -> String {
        do throws(PhoneNumberError) {
            let number = try parser.parse(text)
            return "\(number.e164) \(number.region) \(number.kind.rawValue)"
        } catch {
            return error.rawValue
        }
    }

    private static func lines() throws -> [Substring] {
        let count = ProcessInfo.processInfo.environment["VERIFYD_NUMBERS"] ?? "100000"
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON"))
        process.arguments = [
            "-B", folder.appending(path: "Python/numbers_peer.py").path, count,
            "\(SeededRandom.seedOfRun() % 1_000_000)",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(process.terminationStatus == 0 && lines.count == Int(count))
        return lines
    }
}
