"""Gives each check of house.py bad code, which it must find, and good code, which it must let pass."""

import unittest
from pathlib import Path

import house
from swift_source import SwiftSource

ALLOWED = {"Thing": {"Logging"}, "VerificationCore": {"Crypto"}, "ThingTests": {"Thing"}}


def findings(text, path="Sources/Thing/Thing.swift"):
    source = SwiftSource(Path(path), "struct Thing {}\n" + text)
    promised, decided = house.promised_functions([source]), house.declared_cases([source])
    return [message for _, message in house.check(source, ALLOWED, promised, decided)]


class HouseTests(unittest.TestCase):
    def assert_bad(self, text, part, **place):
        self.assertTrue(any(part in message for message in findings(text, **place)), f"{part!r} was not found")

    def assert_good(self, text, **place):
        self.assertEqual(findings(text, **place), [])

    def test_sizes(self):
        self.assert_bad("//\n" * 250, "250 are the most")
        self.assert_good("//\n" * 249)
        self.assert_good("//\n" * 499, path="Tests/ThingTests/Thing.swift")
        self.assert_bad("//\n" * 500, "500 are the most", path="Tests/ThingTests/Thing.swift")

    def test_functions(self):
        body = '    print("}")  // }\n' * 59
        self.assert_bad("func long(\n    a: Int = { 1 }()) {\n" + body + "}\n", "long has 62 lines")
        self.assert_bad("extension Thing { init() {\n" + body + "} }\n", "init has 61 lines")
        self.assert_good("func fits() {\n" + body[: len(body) - len(body) // 59] + "}\nfunc next() {}\n")
        self.assert_good('func fits() { a("\\(b("{")) {") }\n' + "//\n" * 61)
        self.assert_good("protocol P { func a()\n" + "//\n" * 61 + "}\n")

    def test_forbidden(self):
        core = "Sources/VerificationCore/Thing.swift"
        self.assert_bad("let a = b as! C\n", "as!")
        self.assert_good("let a = b as? C  // not as!\n")
        self.assert_bad("func a() { fatalError() }\n", "fatalError")
        self.assert_bad("let a = Date.now\n", "time is an argument", path=core)
        self.assert_bad("let a = Int.random(in: 0..<2)\n", "chance is an argument", path=core)
        self.assert_bad("let a = UUID()\n", "chance is an argument", path="Sources/GatewayKit/Thing.swift")
        self.assert_good("let a = Date.now\n")
        self.assert_bad("func a() { Task.sleep(for: b) }\n", "does not sleep", path="Tests/ThingTests/Thing.swift")
        self.assert_bad("// TO" + "DO: later\n", "finish it")

    def test_silence(self):
        self.assert_bad("let a = try? b()\n", "try? drops an error")
        self.assert_bad("do { try a() } catch {\n    b()\n}\n", "caught and dropped")
        self.assert_good("// It is no JSON.\nlet a = try? b()\nlet c = try? d()  // Nor is this.\n")
        self.assert_bad("// It is no JSON.\nlet a = 1\nlet b = 2\nlet c = try? d()\n", "try? drops an error")
        self.assert_good("try? await Task.sleep(for: a)\nwhile (try? await clock.sleep(until: b)) != nil {}\n")
        self.assert_good("do { try a() } catch {\n    // It ends either way.\n    b()\n}\n")
        self.assert_good('do { try a() } catch {\n    b("\\(error)")\n}\ndo { try a() } catch .known {\n    b()\n}\n')
        self.assert_good("do { try a() } catch {\n    throw Other()\n}\n")

    def test_switches(self):
        ours = "enum Way {\n    case left, right(Int)\n    indirect case up(Way)\n    case down = \"d\"\n}\n"
        for name in ("left", "right(let a)", "right(1), .up", "up(.down)"):
            self.assert_bad(f"{ours}switch a {{\ncase .{name}: b()\ndefault: c()\n}}\n", "name the cases")
        self.assert_bad(f"{ours}switch a {{\ncase (1, .left): b()\ndefault: c()\n}}\n", "name the cases")
        self.assert_bad("switch a {\ncase 1: b()\ncase _: c()\n}\n", "say default")
        self.assert_good(f"{ours}switch a {{\ncase .left: b()\ncase .right, .up, .down: c()\n}}\n")
        self.assert_good(f"{ours}switch a {{\ncase let b where b == .left: b()\ndefault: c()\n}}\n")
        self.assert_good(f"{ours}switch a {{\ncase 1: b(.left)\ncase 2: do {{ switch c {{ case .left: d() }} }}\ndefault: e()\n}}\n")
        self.assert_good(f"{ours}struct Kind {{ static let left = 1 }}\nswitch a {{\ncase .left: b()\ndefault: c()\n}}\n")
        self.assert_good(f"{ours}switch a {{\ncase .theirs: b()\ndefault: c()\n}}\n")

    def test_bags(self):
        ports = lambda count: "struct ThingPorts {\n" + "    let a: A\n" * count + "    var b: B { c }\n}\n"
        self.assert_bad(ports(9), "9 ports")
        self.assert_good(ports(8))

    def test_python(self):
        text = 'let python = "VERIFYD_PYTHON"\n'
        self.assert_bad(text, "need Python", path="Tests/ThingTests/Thing.swift")
        self.assert_good(text, path="Tests/PeerTests/Thing.swift")

    def test_labels(self):
        self.assert_bad("func a(_ b: Int, _ c: String) {}\n", "2 parameters without a label")
        self.assert_bad("func a(_ b: Int, _ c: inout Int, of d: Int) {}\n", "2 parameters without a label")
        self.assert_bad("func a(of b: Int, _ c: [Int: String], _ d: (Int, Int)) {}\n", "2 parameters without a label")
        self.assert_bad("func a<B: C<D>>(_ b: B, _ c: Int = 1) {}\n", "2 parameters without a label")
        self.assert_bad("func a(_ b: Int, _ c: Int, _ d: Int) {}\n", "3 parameters without a label")
        self.assert_bad("init(_ b: Int = f(1, 2),\n     _ c: String, _ d: () -> Void) {}\n", "2 parameters without a label")
        self.assert_bad("init(_ b: @escaping () -> Void, _ c: Int) {}\n", "2 parameters without a label")
        self.assert_bad("init(_ b: Int, _ c: [() -> Void]) {}\n", "2 parameters without a label")
        self.assert_good("func a(_ b: Int, _ c: Int, of d: String) {}\n")
        self.assert_good("func a(_ b: Int,\n    _ c: Int = 1, _ d: @escaping (Int, Int) -> Void) {}\n")
        self.assert_good("func a(_ b: Int, _ c: (() -> Void)?) {}\nfunc a(_ b: Int, _ c: @escaping Action) {}\n")
        self.assert_good("func a(_ b: Int, c: (_ d: Int, _ e: String) -> Void) {}\n")
        self.assert_good("func a(_ b: Int, _ c: String) {}\n", path="Tests/ThingTests/Thing.swift")

    def test_time_limits(self):
        tests = "Tests/ThingTests/Thing.swift"
        self.assert_bad("@Suite(.timeLimit(.minutes(3)))\n", "a test that hangs", path=tests)
        self.assert_good("@Suite(.timeLimit(.minutes(10)))\n", path=tests)

    def test_sleeping(self):
        tests = "Tests/ThingTests/Thing.swift"
        self.assert_bad("func a() { usleep(10) }\n", "does not sleep", path=tests)
        self.assert_bad("func a() { Thread.sleep(forTimeInterval: b) }\n", "does not sleep", path=tests)
        self.assert_good("func sleep(until: Int) {}\nfunc a() { clock.sleep(for: b) }\n", path=tests)

    def test_documentation(self):
        self.assert_bad("package struct Other {}\n", "package Other has no doc comment")
        self.assert_bad("    @discardableResult\n    package static func make() {}\n", "package make has no")
        self.assert_good("/// Tells.\n@frozen\npackage struct Other {}\n")
        self.assert_good("/// Tells.\npackage func a() {}\npackage func a(b: Int) {}\n")
        self.assert_good("/// Tells.\npackage protocol P { func a() }\nextension Thing: P { package func a() {} }\n")

    def test_logs(self):
        self.assert_bad('logger.info("sent \\(count)")\n', "a log message is constant")
        self.assert_bad('self.logger.log(level: level, "sent \\(count)")\n', "a log message is constant")
        self.assert_good('logger.info("sent", metadata: ["n": "\\(count)"])\n')

    def test_log_keys(self):
        log = "import Logging\n"
        for line in (
            'logger.info("sent", metadata: ["n": "1"])', 'logger.info("sent", metadata: [LogKeys.n: "1", "m": "2"])',
            'var metadata: Logger.Metadata = ["n": "1"]', 'metadata["n"] = "1"', 'logger[metadataKey: "n"] = "1"',
        ):
            self.assert_bad(log + line + "\n", "stands in LogKeys")
        self.assert_good(log + 'logger.info("sent", metadata: [LogKeys.n: "\\(a ? "b" : "c")"])\n')
        self.assert_good(log + 'switch a {\ncase "yes", "1": b()\ndefault: c()\n}\n')
        self.assert_good('let names = ["n": "1"]\n')

    def test_borders(self):
        self.assert_bad("import CRabbitMQ\n", "spoken to from AMQP only")
        self.assert_bad("let a: OpaquePointer\n", "border to C")
        self.assert_bad("let a: UnsafeMutablePointer<Int>\n", "border to C")
        self.assert_good("func a() { withUnsafeBytes(of: b) { _ in } }\n")

    def test_imports(self):
        self.assert_good("import Logging\nimport Foundation\n@testable import struct Logging.Logger\n")
        self.assert_bad("import NIOCore\n", "does not give NIOCore to Thing")
        self.assert_bad("@testable import NIOCore\n", "does not give NIOCore to Thing")
        self.assert_bad("public import struct NIOCore.ByteBuffer\n", "does not give NIOCore to Thing")
        core = "Sources/VerificationCore/Thing.swift"
        self.assert_bad("import Foundation\n", "does not import Foundation", path=core)
        self.assert_bad("import Glibc\n", "does not import Glibc", path=core)
        self.assert_bad("import func Glibc.open\n", "does not import Glibc", path=core)
        self.assert_good("import func Glibc.inet_pton\n", path=core)
        self.assert_bad("import StrictJSON\n", "does not import StrictJSON", path="Sources/GatewayKit/Thing.swift")

    def test_names(self):
        self.assert_bad("", "declares no Other", path="Sources/Thing/Other.swift")
        self.assert_good("", path="Sources/Thing/Thing+aspect.swift")
        self.assert_good("extension Thing.Part {}\n", path="Sources/Thing/ThingPart.swift")


if __name__ == "__main__":
    unittest.main()
