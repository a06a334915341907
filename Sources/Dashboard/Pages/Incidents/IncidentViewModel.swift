import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What the pages of incidents know.
enum IncidentViewModel {
    /// A page of the list; `rule` and `before` are what the address asks for.
    static func list(
        _ incidents: [Incident], older: Int64?, rule: String?, before: Int64?, keepingTrouble: String?
    ) -> JSONValue {
        let rules = Rule.allCases.map(\.rawValue)
        return [
            "incidents": .array(incidents.map(\.data)), "isEmpty": .bool(incidents.isEmpty),
            "isFirst": .bool(before == nil), "isFiltered": .bool(rule != nil),
            "older": .text(older.map { address(rule: rule, before: $0) }),
            "newest": .string(address(rule: rule, before: nil)),
            "rules": .array(rules.map { ["option": .string($0), "isChosen": .bool($0 == rule)] }),
            "keepingTrouble": .text(keepingTrouble),
        ]
    }

    /// An incident's page.
    static func story(_ story: IncidentStory) -> JSONValue {
        let incident = story.incident
        let window = story.newestLine.map { "/audit?before=\($0 + 1)" }
        return [
            "incident": incident.data, "ending": .text(incident.ending?.note),
            "happenings": .array(story.happenings.map(\.data)), "isCutShort": .bool(story.isCutShort),
            "audit": .string(window ?? "/audit"), "file": .string("\(incident.path)/post-mortem.md"),
            "markdown": .string(story.markdown),
        ]
    }

    private static func address(rule: String?, before: Int64?) -> String {
        let fields = [("rule", rule), ("before", before.map { "\($0)" })]
        let query = Form.encode(fields.compactMap { name, value in value.map { (name, $0) } })
        return query.isEmpty ? "/incidents" : "/incidents?" + String(decoding: query, as: UTF8.self)
    }
}

extension Incident {
    fileprivate var path: String { "/incidents/\(number)" }

    fileprivate var data: JSONValue {
        [
            "number": .integer(number), "path": .string(path), "rule": .string(accusation.rule),
            "subject": .word(accusation.subject), "level": .string(worst.level.rawValue),
            "sentence": .string(worst.sentence), "measure": .string(worst.measure), "beganAt": .time(beganAt),
            "isSinceAtLeast": .bool(isAtLeast), "lastSeenAt": .time(lastSeenAt), "endedAt": .time(ending?.at),
            "isOpen": .bool(ending == nil), "seconds": .seconds(span),
        ]
    }
}

extension Happening {
    /// For a list of what changed.
    var data: JSONValue { ["at": .time(at), "what": .string(what)] }
}

extension VerdictStrip {
    private static let cellWidth = 10

    /// For the template `strip.mustache`; `incidents` says whether it is known.
    func data(of incidents: Cached<[Incident]>) -> JSONValue {
        [
            "count": .count(incidents.value?.count ?? 0), "isKnown": .bool(incidents.value != nil),
            "downQuarters": .count(count(of: .down)), "degradedQuarters": .count(count(of: .degraded)),
            "cells": .array(
                cells.enumerated().map { place, cell in
                    [
                        "at": .time(cell.beginsAt), "level": .text(cell.level?.rawValue),
                        "x": .string("\(place * Self.cellWidth)"),
                    ]
                }),
        ]
    }
}
