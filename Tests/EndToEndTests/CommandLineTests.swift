import Foundation
import Operations
import StrictJSON
import Testing

/// What all commands have in common: their options, how they end, and what a shell knows of them.
@Suite("the command line", .serialized, .timeLimit(.minutes(10)))
struct CommandLineTests {
    @Test("every command that prints something can print JSON")
    func json() async throws {
        // They run until they are stopped, and write a log; or what they print is for a shell.
        let others: Set = [
            "serve", "api", "worker", "dashboard", "identity", "bench receiver", "bench drain-worker", "completions",
        ]
        let dump = try await HelpDump.read()
        let without = dump.commands.filter { !$0.options.contains("output") }.map(\.name)
        #expect(Set(without) == others)
        #expect(dump.commands.allSatisfy { $0.options.contains("output") == $0.options.contains("o") })
        #expect(dump.commands.count > 40)
    }

    @Test("the exit status says whose fault it is: the caller's, a service's, or a setting's")
    func statuses() async throws {
        try await withSite { site in
            let nowhere = try ReservedPort()
            let noDatabase = ["--set", "database.url=postgres://postgres@127.0.0.1:\(nowhere.port)/none"]
            let noBroker = ["--set", "amqp.url=amqp://guest:guest@127.0.0.1:\(nowhere.port)"]
            let ends: [(command: [String], status: Int32, words: String)] = [
                (["apps", "list"], 0, "demo"),
                (["doctor", "--role", "api"] + noBroker, 1, "broker"),
                (["apps", "lst"], 64, "verifyd apps --help"),
                (["keys", "list", "no-such-app"], 66, "Error: there is no app no-such-app"),
                (["apps", "list"] + noDatabase, 69, "Error: the database does not answer"),
                (["dead", "show", "no-such-letter"], 66, "Error: there is no such dead letter"),
                (["queues", "purge", "dead"], 64, "Error: nothing was dropped: --yes drops all messages"),
                (["queues", "purge", "dead", "--dry-run"] + noBroker, 69, "Error: the broker does not answer"),
                (
                    ["queues", "list"] + noDatabase, 69,
                    "Error: which queues are paused is not known: the database does"
                ),
                (
                    ["gateways", "list", "--set", "gateway.kind=sandbox"] + noDatabase, 69,
                    "Error: how the gateways stand is not known: the database does not answer"
                ),
                (["apps", "list", "--set", "database.url=x"], 78, "Error: database.url"),
                (["apps", "list", "--set", "database.ulr=x"], 78, "did you mean database.url?"),
            ]
            for end in ends {
                let process = try site.start(end.command)
                #expect(try await process.exit() == .code(end.status), "\(end.command): \(process.log)")
                #expect(process.log.contains(end.words), "\(end.command): \(process.log)")
                #expect(!process.log.contains("SettingsError") && !process.log.contains("StoreError"))
            }
        }
    }

    @Test("a list says what it knows while the database is away, and what it does not know")
    func halfAnAnswer() async throws {
        try await withSite { site in
            _ = try await site.worker()
            let nowhere = try ReservedPort()
            let away = ["--set", "database.url=postgres://postgres@127.0.0.1:\(nowhere.port)/none"]
            let text = try site.start(["queues", "list"] + away, output: "text")
            #expect(try await text.exit() == .code(69))
            #expect(text.log.contains(#/verification\.requests +0 +1 +not known\n/#), "\(text.log)")
            #expect(!text.log.contains("PAUSED") && !text.log.contains("no consumers"), "\(text.log)")
            let json = try site.start(["queues", "list"] + away)
            #expect(try await json.exit() == .code(69))
            #expect(json.log.contains(#""consumers":1,"isPauseKnown":false"#), "\(json.log)")
            #expect(!json.log.contains("isPaused"), "\(json.log)")
            #expect(try await site.queue("requests")?["isPauseKnown"]?.bool == true)

            let gateways = ["gateways", "list", "--set", "gateway.kind=sandbox"]
            let list = try site.start(gateways + away, output: "text")
            #expect(try await list.exit() == .code(69))
            #expect(list.log.contains(#/sandbox .* not known/#), "\(list.log)")
        }
    }

    @Test("the article names each exit status, each command, and nothing that is not there")
    func article() async throws {
        var root = URL(filePath: #filePath)
        for _ in 1...3 { root.deleteLastPathComponent() }
        let article = try String(
            contentsOf: root.appending(path: "Sources/verifyd/verifyd.docc/Commands.md"), encoding: .utf8)
        for status in [0, 1, 2, 3, 64, 66, 69, 78] { #expect(article.contains("| \(status) |")) }
        let help = try await ChildProcess.run(try ChildProcess.executable(), ["--help"], environment: [:])
        #expect(String(decoding: help, as: UTF8.self).contains("Exit status: 0: all is done; 1: "))
        let commands = try await HelpDump.read().commands
        for command in commands { #expect(article.contains("`\(command.name)"), "\(command.name)") }
        let dry = commands.filter { $0.options.contains("dry-run") }.map(\.name)
        let section = try #require(article.components(separatedBy: "\n## ").first { $0.hasPrefix("Dry runs") })
        let listed = section.matches(of: #/`(?<name>[a-z-]+(?: [a-z-]+)*)`/#).map { String($0.name) }
        #expect(Set(listed).intersection(commands.map(\.name)) == Set(dry))
    }

    @Test("each command that the page of a rule shows is a command of the program, with its options")
    func ruleSteps() async throws {
        let commands = try await HelpDump.read().commands
        for step in Rule.allCases.flatMap({ $0.steps() }) where step.command.hasPrefix("verifyd ") {
            let words = step.command.split(separator: " ").dropFirst().map(String.init)
            let command = commands.first { command in
                let name = command.name.split(separator: " ").map(String.init)
                return words.starts(with: name)
            }
            #expect(command != nil, "\(step.command)")
            let options = words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
            #expect(Set(options).isSubset(of: command?.options ?? []), "\(step.command)")
        }
    }

    @Test("a shell completes commands, options and their values", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let script = try await ChildProcess.run(
            try ChildProcess.executable(), ["completions", shell], environment: [:])
        let text = String(decoding: script, as: UTF8.self)
        #expect(text.contains("queues") && text.contains("dry-run") && text.contains("out-of-tries"))
        guard shell == "bash" else { return }
        let lines: [(typed: [String], offered: Set<String>)] = [
            (["verifyd", "que"], ["queues"]), (["verifyd", "queues", "pu"], ["purge"]),
            (["verifyd", "queues", "pause", "re"], ["requests", "receipts"]),
            (["verifyd", "queues", "replay", "--on"], ["--only"]),
            (["verifyd", "queues", "replay", "--only", "out"], ["out-of-tries"]),
            (["verifyd", "apps", "list", "--output", "j"], ["json"]),
            (["verifyd", "completions", "f"], ["fish"]),
        ]
        for line in lines {
            let offered = try await Self.offers(after: line.typed, by: text)
            #expect(offered == line.offered, "\(line.typed)")
        }
    }

    /// What bash would offer for the last word.
    private static func offers(after words: [String], by script: String) async throws -> Set<String> {
        let typed = words.joined(separator: " ")
        let ask = """
            set -e
            COMP_WORDS=(\(typed)); COMP_CWORD=\(words.count - 1); COMP_LINE='\(typed)'; COMP_POINT=${#COMP_LINE}
            function=$(complete -p verifyd | sed -E 's/.*-F ([^ ]+).*/\\1/')
            set +e
            "$function" verifyd '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try await ChildProcess.run(
            URL(filePath: "/bin/bash"), ["--norc", "-c", script + "\n" + ask], environment: ["PATH": "/usr/bin:/bin"])
        return Set(
            String(decoding: output, as: UTF8.self).split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) })
    }
}
