import Operations
import StrictJSON
import VerificationCore

/// What the page of the workers knows.
struct WorkerSheet {
    let known: Known<Workforce>
    /// The version of this dashboard, with which workers are compared.
    let version: String

    var data: JSONValue {
        let workers = known.value?.workers ?? []
        return [
            "workers": .array(workers.map(row)), "living": .count(known.value?.living.count),
            "silent": .count(workers.count(where: \.isSilent)), "hasSilent": .bool(workers.contains(where: \.isSilent)),
            "isEmpty": .bool(known.value != nil && workers.isEmpty), "dashboardVersion": .string(version),
            "hasOtherVersions": .bool(workers.contains(where: isOther)), "workersKnown": known.sign,
        ]
    }

    private func row(_ worker: WorkerReport) -> JSONValue {
        let word = worker.word
        var object = JSONObject()
        object["id"] = .string(String(worker.id, radix: 16))
        object["host"] = .text(word?.host)
        object["processId"] = .count(word?.processID)
        object["version"] = .text(word?.version)
        object["isOtherVersion"] = .bool(isOther(worker))
        object["startedAt"] = .time(word?.startedAt)
        object["seenAt"] = .time(worker.seenAt)
        object["isSilent"] = .bool(worker.isSilent)
        object["state"] = .text(word?.activity.rawValue)
        object["inHand"] = .count(word?.inHand)
        object["prefetch"] = .count(word?.prefetch)
        object["busyShare"] = word.map { .share($0.inHand, of: $0.prefetch) } ?? .null
        object["oldestAt"] = .time(word?.oldestAt)
        // In the order in which `WorkQueue` has them.
        let paused = WorkQueue.allCases.filter { word?.paused.contains($0) ?? false }
        object["paused"] = .array(paused.map { .string($0.rawValue) })
        let links = (word?.links ?? [:]).sorted { $0.key < $1.key }
        object["links"] = .array(links.map { ["gateway": .string($0.key), "isUp": .bool($0.value)] })
        return .object(object)
    }

    /// A worker of an earlier release says no version: that is another version too.
    private func isOther(_ worker: WorkerReport) -> Bool { worker.word?.version != version }
}
