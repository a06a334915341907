import AccountCore
import GatewayKit
import Operations

extension Settings {
    /// What the page of the settings shows of this process, which began just now.
    var processFacts: ProcessFacts {
        ProcessFacts(
            version: ProgramVersion.current, host: Machine.hostName, processID: Machine.processID,
            startedAt: Machine.now(),
            settings: lines.map { line in
                ProcessFacts.Fact(
                    name: line.name, environmentName: line.environmentName, value: line.value,
                    origin: line.origin?.rawValue, isSecret: line.isSecret, summary: line.summary)
            },
            warnings: hasIdentity
                ? [
                    "Firebase surface: unless a project takes passwords, \(Project.phoneOnlyWarning).",
                    "Firebase surface: \(Project.gateWarning).",
                ] : [])
    }
}
