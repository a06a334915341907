import Foundation

extension StageReport {
    /// The block for people, in the shape of vegeta's report.
    package var text: String {
        let head = "\(stage.rawValue): \(stage.words)"
        let rows = [
            ("Requests", "[total, rate, throughput]", requests), ("Duration", "[total, sending, waiting]", times),
            ("Latencies", "[min, mean, 50, 90, 95, 99, max]", latencies),
            ("Success", "[ratio]", Self.figure(success * 100, digits: 2) + "%"),
            ("Status Codes", "[code:count]", statuses),
        ]
        let lines = rows.filter { !$0.2.isEmpty }.map { name, members, values in
            "  " + Self.padded(name, to: 14) + Self.padded(members, to: 36) + values
        }
        return ([head] + lines + errors).joined(separator: "\n")
    }

    private var requests: String {
        "\(tally.asked), \(Self.figure(rate, digits: 2)), \(Self.figure(throughput, digits: 2))"
    }

    private var times: String {
        [sending + waiting, sending, waiting].map { Self.figure($0 / .seconds(1), digits: 2) + "s" }
            .joined(separator: ", ")
    }

    private var latencies: String {
        ([least, mean] + [50, 90, 95, 99, 100].map(milliseconds)).map { Self.figure($0, digits: 2) + "ms" }
            .joined(separator: ", ")
    }

    private var statuses: String {
        tally.statuses.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: "  ")
    }

    private var errors: [String] {
        ["  Error Set:"] + tally.errors.sorted { $0.key < $1.key }.map { "  \($0.key) (\($0.value) times)" }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func figure(_ value: Double, digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
