import Bench
import StrictJSON

/// The rounds of a drain, and those of the plain drain beside them, if there are any.
struct DrainComparison {
    let reports: [DrainReport]
    let plain: [DrainReport]

    /// The plain drain's rate for each of this rate's requests: this median through that median; nil without a peer.
    private var ratio: Double? {
        plain.isEmpty ? nil : median(reports) / median(plain)
    }

    /// The report whose rate is the median, or next to it.
    private var middle: DrainReport? {
        reports.sorted { $0.drainedPerSecond < $1.drainedPerSecond }.dropFirst((reports.count - 1) / 2).first
    }

    /// The middle round's figures, and the rates of all rounds.
    var json: JSONValue {
        var members = middle?.json.object ?? JSONObject()
        if reports.count > 1 { members["rounds"] = rates(reports) }
        members["complaints"] = .array(complaints.map { .string($0) })
        guard let ratio else { return .object(members) }
        members["plainRounds"] = rates(plain)
        members["ratioToPlain"] = .decimal(ratio)
        return .object(members)
    }

    var text: String {
        var rows = middle?.rows ?? []
        if reports.count > 1 { rows.append(["rounds", words(reports)]) }
        if let ratio {
            rows.append(["plain", words(plain)])
            rows.append(["ratio", "\(ratio.figure(2)) of the plain drain"])
        }
        rows.append([
            "checked", complaints.isEmpty ? "every request ended, the gateway saw each phone once" : "FAILED",
        ])
        return ([table(rows)] + complaints).joined(separator: "\n")
    }

    private var complaints: [String] { (reports + plain).flatMap(\.complaints) }

    private func median(_ reports: [DrainReport]) -> Double { Rounds.median(reports.map(\.drainedPerSecond)) }

    private func rates(_ reports: [DrainReport]) -> JSONValue {
        .array(reports.map { .integer(Int64($0.drainedPerSecond)) })
    }

    private func words(_ reports: [DrainReport]) -> String {
        reports.map { "\(Int($0.drainedPerSecond))" }.joined(separator: ", ") + " per second"
    }
}
