import Operations
import StrictJSON
import VerificationCore

/// What the pages of failures know.
struct FailureViewModel {
    let reasons: ReasonWords

    func data(
        _ groups: Cached<[TallyGroup]>, dead: Cached<FailureQueries.DeadLetterCount>, window: TallyWindow,
        of app: OneApp
    ) -> JSONValue {
        [
            "windows": WindowLinks.data(window, at: "/failures", of: app), "app": .text(app.id?.name),
            "groups": .array((groups.value ?? []).map { row($0, in: window, of: app) }), "groupsKnown": groups.sign,
            "isCapped": .bool(groups.value?.count == FailureQueries.mostGroups),
            "dead": dead.value.map(data) ?? .null, "deadKnown": dead.sign,
        ]
    }

    /// A group along the time and by country, with the gateway and the reason of `shown`.
    func data(
        _ cached: Cached<FailureQueries.Detail>, of group: FailureQueries.Group, shown: FailureQueries.Group,
        marks: [Chart.Mark]
    ) -> JSONValue {
        let regions = cached.value?.regions ?? []
        let total = cached.value?.series.counts[group.kind]?.reduce(0, +)
        // Only what was counted may be named; see `FailurePages`.
        let minutes = cached.value.flatMap { $0.isEmpty ? nil : $0.series.beginning }.map { first in
            first...first + (group.window.minutes - 1)
        }
        return [
            "kind": .string(group.kind.rawValue), "what": .string(group.kind.failureWords),
            "meaning": .string(meaning(of: group)), "count": .count(total),
            "gateway": .word(shown.gateway), "reason": .word(shown.reason),
            "verifications": .text(
                minutes.flatMap { VerificationQuery.address(of: shown, in: $0) }.map(OneApp(group.app).kept)),
            "windows": WindowLinks.data(group.window, at: group.path, of: OneApp(group.app)), "known": cached.sign,
            "app": .text(group.app?.name),
            "chart": [
                "name": .string(group.window.step == 1 ? "Each minute" : "Each \(group.window.step) minutes"),
                "series": cached.value.map { Self.chart($0.series, of: group.kind, marks: marks) } ?? .null,
            ],
            "regions": .array(
                regions.map { sum in
                    let count = sum.counts[group.kind] ?? 0
                    return [
                        "region": .word(sum.name), "regionPath": path(ofRegion: sum.name, of: group.app),
                        "count": .count(count),
                        "share": .share(count, of: total ?? 0),
                    ]
                }),
        ]
    }

    private static func chart(_ series: TallySeries, of kind: TallyKind, marks: [Chart.Mark]) -> JSONValue {
        series.chart(
            lines: [series.line(kind.failureWords, tone: .failed, of: [kind])], isLastPartial: true, marks: marks)
    }

    /// What the failure means, and what its reason does where it is no provider's own.
    private func meaning(of group: FailureQueries.Group) -> String {
        if let shared = SharedReason(rawValue: group.reason) {
            return group.kind.failureMeaning + " The reason: \(shared.words)."
        }
        let sentence = reasons.sentence(for: group.reason, of: group.gateway)
        return group.kind.failureMeaning + (sentence.map { " \(group.reason): \($0)" } ?? "")
    }

    private func row(_ group: TallyGroup, in window: TallyWindow, of app: OneApp) -> JSONValue {
        let place = FailureQueries.Group(group.kind, gateway: group.gateway, reason: group.reason, in: window)
        return [
            "kind": .string(group.kind.rawValue), "what": .string(group.kind.failureWords),
            "gateway": .word(group.gateway), "reason": .word(group.reason), "count": .count(group.count),
            "firstAt": .time(group.minutes.lowerBound.beginning), "lastAt": .time(group.minutes.upperBound.beginning),
            "regions": .array(group.regions.map(JSONValue.string)),
            "path": .string(app.kept(in: "\(place.path)?window=\(window.rawValue)")),
            "verifications": .text(VerificationQuery.address(of: place, in: group.minutes).map(app.kept)),
            "sentence": .text(reasons.sentence(for: group.reason, of: group.gateway)),
        ]
    }

    private func data(_ dead: FailureQueries.DeadLetterCount) -> JSONValue {
        let lookedInto = min(dead.count, DeadLetterService.mostLookedInto)
        return [
            "count": .count(dead.count), "lookedInto": .count(lookedInto),
            "isPartly": .bool(lookedInto < dead.count), "hasReasons": .bool(!dead.reasons.isEmpty),
            "reasons": .array(
                dead.reasons.sorted { ($1.value, $0.key.word) < ($0.value, $1.key.word) }.map { reason, count in
                    [
                        "reason": .string(reason.word), "count": .count(count),
                        // A message that gives no reason goes only with all others.
                        "path": .string("/queues/dead/replay" + (reason == .unknown ? "" : "?of=\(reason.word)")),
                    ]
                }),
        ]
    }

    private func path(ofRegion region: String, of app: AppID?) -> JSONValue {
        region.isEmpty ? .null : .string(OneApp(app).kept(in: "/countries/\(region.pathSegment)"))
    }
}

extension TallyKind {
    /// What failed, in a few words; the raw value for a kind that is no failure.
    var failureWords: String { failure?.words ?? rawValue }

    /// What a failure of this kind means for the person who waits for a code.
    var failureMeaning: String { failure?.meaning ?? "" }

    private var failure: (words: String, meaning: String)? {
        switch self {
        case .limited: ("rate-limited", "The person asked too often, or too many people did. Nothing was sent.")
        case .refused: ("rejected by policy (worker)", "A worker did not serve the number. Nothing was sent.")
        case .late: ("too late", "The request waited past its deadline. Nothing was sent.")
        case .undelivered: ("not delivered", "A gateway accepted the message, and reports that it will not arrive.")
        case .failed: ("not sent", "No gateway accepted the message, and it is not retried.")
        case .turnedAway: ("rejected by policy (API)", "The API did not serve the number. Nothing was sent.")
        case .notQueued:
            (
                "not queued",
                "The broker did not confirm the request, and the app was told so. With the reason unknown the broker "
                    + "may have the request all the same."
            )
        case .checkLimited: ("check rate-limited", "Too many wrong codes were typed. This code was not checked.")
        case .callRefused: ("call refused", "A gateway refused a message. Another gateway may have taken it.")
        case .callThrottled: ("call throttled", "A gateway was busy. The message waits, or goes to another gateway.")
        case .callUnknown: ("call without an answer", "Nobody knows whether the message left.")
        case .started, .sent, .resent, .duplicate, .accepted, .awaited, .delivered, .approved, .wrongCode, .exhausted,
            .callAccepted, .appProof, .apiAlive, .wait, .callTime, .eventTold, .eventFailed, .eventPutOff,
            .eventGivenUp:
            nil
        }
    }
}
