import Assembly
import Foundation
import GatewayKit
import StrictJSON

/// `verifyd serve` or `verifyd api` as an operator starts it, on free ports of this machine.
struct ServedProcess: Sendable {
    /// What it needs to say before it can be used.
    private static let connections = ["api": ["publishing"], "serve": ["publishing", "consuming"]]

    let program: ChildProgram
    let port: Int
    /// Of the sandbox's inbox; nil without a sandbox.
    let sandboxPort: Int?

    /// Starts `serve` or `api`, and returns when it takes calls.
    ///
    /// `variables`: of the environment, besides those of the installation. Throws when the process ends before that.
    static func start(
        _ command: String, in installation: BenchInstallation, variables: [String: String] = [:]
    ) async throws -> ServedProcess {
        let own = [
            "http.port=0", "http.host=127.0.0.1", "admin.port=0", "sandbox.port=0", "log.format=json", "log.level=info",
        ]
        let arguments = [command, "--config", installation.emptyFile] + own.flatMap { ["--set", $0] }
        let program = try ChildProgram.start(
            arguments, environment: installation.environment(variables), hearing: .log)
        var (port, sandboxPort, missing) = (Int?.none, Int?.none, Set(connections[command] ?? []))
        while port == nil || !missing.isEmpty {
            guard let text = await program.nextLine() else {
                // Or this task was cancelled.
                await program.stop()
                throw SettingsError("verifyd \(command) ended before it took calls")
            }
            let line = ServedLine(text)
            line.repeatTrouble()
            if line.message == "API listens" { port = line.port }
            if line.message == "sandbox inbox listens; nothing is really sent" { sandboxPort = line.port }
            if line.message == "connected to the broker", let name = line.connection { missing.remove(name) }
        }
        Task { for await text in program.lines { ServedLine(text).repeatTrouble() } }
        return ServedProcess(program: program, port: port ?? 0, sandboxPort: sandboxPort)
    }
}

/// A line of a child's log.
private struct ServedLine {
    private let text: String
    private let json: JSONValue?

    init(_ text: String) {
        self.text = text
        // A line that is no JSON is trouble, and is repeated as it is.
        json = try? JSONValue(parsing: text.utf8)
    }

    var message: String? { json?["message"]?.string }

    var connection: String? { json?["metadata"]?["connection"]?.string }

    /// The port at the end of an address such as `http://127.0.0.1:8080`.
    var port: Int? {
        json?["metadata"]?["address"]?.string?.split(separator: ":").last.flatMap { Int($0) }
    }

    /// Writes what is worse than news to this process's log.
    func repeatTrouble() {
        guard !["info", "notice"].contains(json?["level"]?.string) else { return }
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
