import Bench
import StrictJSON

extension MicroReport {
    var json: JSONValue {
        .members([
            "parts": .array(rows.map(\.json)), "complaints": .array(complaints.map { .string($0) }),
        ])
    }

    var text: String {
        let lines = rows.map { row in
            let bytes = row.bytes.map { "\($0) bytes of \(row.allowed)" } ?? "bytes not counted"
            return [row.part, "\(Int(row.nanoseconds)) ns", bytes]
        }
        return ([table(lines)] + complaints).joined(separator: "\n")
    }
}

extension MicroReport.Row {
    fileprivate var json: JSONValue {
        .members([
            "part": .string(part), "nanoseconds": .decimal(nanoseconds),
            "bytes": bytes.map { .integer(Int64($0)) } ?? .null, "allowedBytes": .integer(Int64(allowed)),
        ])
    }
}
