import Operations
import StrictJSON
import VerificationCore

/// A column of the table of apps: a count, and its share now and a week before.
struct AppColumn: Sendable {
    let key: String
    let name: String
    private let count: @Sendable (AppReport.Counts) -> Int
    private let whole: @Sendable (AppReport.Counts) -> Int

    /// Shares of messages are of the verifications that began; shares of what never began are of all that was asked for.
    static let all = [
        AppColumn("began", "Started", of: { $0.asked }) { $0.conversion.began },
        AppColumn("sent", "Sent") { $0[.sent] },
        AppColumn("accepted", "Accepted") { $0[.accepted] },
        AppColumn("delivered", "Delivered") { $0[.delivered] },
        AppColumn("approved", "Approved") { $0.conversion.approved },
        AppColumn("notQueued", "Not queued", of: { $0.asked }) { $0[.notQueued] },
        AppColumn("limited", "Limited") { $0[.limited] },
        AppColumn("rejected", "Rejected", of: { $0.asked }) { $0.rejected },
        AppColumn("failed", "Failed") { $0[.failed] },
    ]

    private init(
        _ key: String, _ name: String,
        of whole: @escaping @Sendable (AppReport.Counts) -> Int = { $0.conversion.began },
        count: @escaping @Sendable (AppReport.Counts) -> Int
    ) {
        (self.key, self.name, self.count, self.whole) = (key, name, count, whole)
    }

    func cell(_ report: AppReport) -> JSONValue {
        [
            "key": .string(key), "name": .string(name), "count": .count(count(report.now)),
            "share": .share(count(report.now), of: whole(report.now)),
            "countBefore": .count(count(report.before)),
            "shareBefore": .share(count(report.before), of: whole(report.before)),
        ]
    }
}

extension AppReport {
    /// A name that no app can have is cut, so that the table stays a table.
    private var shownName: String { app.count > 64 ? app.prefix(64) + "…" : app }

    func row(_ window: TallyWindow) -> JSONValue {
        [
            "app": .word(shownName),
            "path": AppID(app).map { .string("/apps/\($0)?window=\(window.rawValue)") } ?? .null,
            "lost": .count(now.lost), "asked": .count(now.asked), "hasFallen": .bool(hasFallen),
            "cells": .array(AppColumn.all.map { $0.cell(self) }),
        ]
    }
}

extension AppQueries.Detail {
    func report(_ app: AppID) -> AppReport {
        AppReport(app: app.name, now: AppReport.Counts(now.sums), before: AppReport.Counts(before.sums))
    }

    /// The counts along the time, what is lost, and the share of those who typed their code beside that of a week before.
    func charts(marks: [Chart.Mark]) -> [JSONValue] {
        let started = Chart.Line(name: "started", tone: .incoming, values: now.conversions.map { Double($0.began) })
        let counts = now.chart(
            lines: [
                started, now.line("sent", tone: .processed, of: [.sent]),
                now.line("delivered", tone: .delivered, of: [.delivered]),
                now.line("approved", tone: .approved, of: [.approved]),
            ], marks: marks)
        let losses = now.chart(
            lines: [now.line("failed or not queued", tone: .failed, of: [.failed, .notQueued])], marks: marks)
        let held = now.chart(
            lines: [now.line("rejected or limited", tone: .incoming, of: [.turnedAway, .limited])], marks: marks)
        return [
            ["name": "Verifications", "series": counts], ["name": "Losses", "series": losses],
            ["name": "Held by limits or policy", "series": held],
            ["name": "Conversion", "series": now.conversionChart(besides: before, marks: marks)],
        ]
    }
}
