import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What the page of the workers knows.
struct WorkerViewModel {
    let cached: Cached<Workforce>
    /// The version of this dashboard, with which workers are compared.
    let version: String

    var data: JSONValue {
        let workers = cached.value?.workers ?? []
        return [
            "workers": .array(workers.map(row)), "living": .count(cached.value?.living.count),
            "silent": .count(workers.count(where: \.isSilent)), "hasSilent": .bool(workers.contains(where: \.isSilent)),
            "isEmpty": .bool(cached.value != nil && workers.isEmpty), "dashboardVersion": .string(version),
            "hasOtherVersions": .bool(workers.contains(where: isOther)), "workersKnown": cached.sign,
        ]
    }

    private func row(_ worker: WorkerReport) -> JSONValue {
        let status = worker.status
        var object = JSONObject()
        object["id"] = .string(String(worker.id, radix: 16))
        object["host"] = .text(status?.host)
        object["processId"] = .count(status?.processID)
        object["version"] = .text(status?.version)
        object["isOtherVersion"] = .bool(isOther(worker))
        object["startedAt"] = .time(status?.startedAt)
        object["seenAt"] = .time(worker.seenAt)
        object["isSilent"] = .bool(worker.isSilent)
        object["state"] = .text(status?.activity.rawValue)
        object["inHand"] = .count(status?.inHand)
        object["prefetch"] = .count(status?.prefetch)
        object["busyShare"] = status.map { .share($0.inHand, of: $0.prefetch) } ?? .null
        object["oldestAt"] = .time(status?.oldestAt)
        // In the order in which `WorkQueue` has them.
        let paused = WorkQueue.allCases.filter { status?.paused.contains($0) ?? false }
        object["paused"] = .array(paused.map { .string($0.rawValue) })
        let links = (status?.links ?? [:]).sorted { $0.key < $1.key }
        object["links"] = .array(links.map { ["gateway": .string($0.key), "isUp": .bool($0.value)] })
        return .object(object)
    }

    /// A worker of an earlier release says no version: that is another version too.
    private func isOther(_ worker: WorkerReport) -> Bool { worker.status?.version != version }
}

/// Where workers run, and what they do.
struct WorkerPage: Sendable {
    let queries: CachedQueries
    let version: String
    let server: PageServer

    var routes: [Route] { server.routes(page) }

    private var page: Page {
        Page(path: "/workers", menu: "/workers", template: .workers) { _ in
            let model = WorkerViewModel(cached: await queries.workers.look(), version: version)
            return Page.Model(title: "Workers", data: model.data)
        }
    }
}
