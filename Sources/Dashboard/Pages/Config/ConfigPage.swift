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

    private func row(_ setting: ProcessFacts.VisibleSetting) -> JSONValue {
        [
            "name": .string(setting.name), "environmentName": .text(setting.environmentName),
            "value": .text(setting.value),
            "origin": .text(setting.origin), "isDefault": .bool(setting.origin == nil || setting.origin == "default"),
            "isSecret": .bool(setting.isSecret), "summary": .string(setting.summary),
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
