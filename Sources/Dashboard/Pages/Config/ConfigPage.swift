import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// The settings with which this dashboard's process runs, and the versions of other processes.
struct ConfigPage: Sendable {
    let process: ProcessFacts
    let queries: CachedQueries
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/config", menu: "/config", template: .config, isLive: false) { _ in
            let workers = await queries.workers.look()
            return Page.Model(title: "Config", data: data(workers))
        }
    }

    private func data(_ workers: Cached<Workforce>) -> JSONValue {
        [
            "version": .string(process.version), "host": .string(process.host),
            "processId": .count(process.processID), "startedAt": .time(process.startedAt),
            "settings": .array(process.settings.map(row)), "workerVersions": .array(versions(workers.value)),
            "workersKnown": workers.sign, "warnings": .array(process.warnings.map(JSONValue.string)),
        ]
    }

    private func row(_ fact: ProcessFacts.Fact) -> JSONValue {
        [
            "name": .string(fact.name), "environmentName": .text(fact.environmentName), "value": .text(fact.value),
            "origin": .text(fact.origin), "isDefault": .bool(fact.origin == nil || fact.origin == "default"),
            "isSecret": .bool(fact.isSecret), "summary": .string(fact.summary),
        ]
    }

    private func versions(_ workforce: Workforce?) -> [JSONValue] {
        let versions = (workforce?.living ?? []).map { $0.status?.version ?? "another release" }
        let counts = versions.reduce(into: [:]) { counts, version in counts[version, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { version, count in
            ["version": .string(version), "workers": .count(count), "isOther": .bool(version != process.version)]
        }
    }
}
