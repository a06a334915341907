import Operations
import StrictJSON
import VerificationCore

/// The charts of the queues, of all apps together.
extension QueueHistory.Series {
    /// How many requests wait, and for how long; the overview has these too.
    func requestCharts(marks: [Chart.Mark]) -> [JSONValue] {
        [
            chart(
                "Requests ready",
                lines: [line("retrying", tone: .processed, of: .retry), line("ready", tone: .incoming, of: .requests)],
                marks: marks),
            chart(
                "Age of the oldest request",
                lines: [
                    Chart.Line(
                        name: "oldest", tone: .most,
                        values: oldest.map { $0.map { Double($0.wholeMicroseconds / 1_000) / 1_000 } })
                ], unit: .seconds, marks: marks),
        ]
    }

    /// The other queues.
    func otherCharts(marks: [Chart.Mark]) -> [JSONValue] {
        [
            chart(
                "Events and receipts ready",
                lines: [
                    line("events retrying", tone: .half, of: .eventRetry),
                    line("events", tone: .processed, of: .events),
                    line("receipts", tone: .delivered, of: .receipts),
                ], marks: marks),
            chart("Dead letters", lines: [line("dead letters", tone: .failed, of: .dead)], marks: marks),
        ]
    }

    private func chart(
        _ name: String, lines: [Chart.Line], unit: ChartUnit = .count, marks: [Chart.Mark]
    ) -> JSONValue {
        let series = Chart.data(
            from: beginning, step: step, lines: lines, unit: unit, isLastPartial: true, marks: marks)
        return ["name": .string(name), "series": series]
    }

    private func line(_ name: String, tone: ChartTone, of role: QueueReport.Role) -> Chart.Line {
        let values = ready[role] ?? Array(repeating: nil, count: length)
        return Chart.Line(name: name, tone: tone, values: values.map { $0.map(Double.init) })
    }
}
