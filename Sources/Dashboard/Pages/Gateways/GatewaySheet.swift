import Operations
import StrictJSON
import VerificationCore

/// What the pages of the gateways know.
struct GatewaySheet {
    let list: GatewayList
    let board: Known<GatewayOverview>
    let traffic: Known<GatewayTraffic>

    var data: JSONValue {
        let names = Set(list.members.map(\.name))
        let strangers = (board.value?.gateways.keys.filter { !names.contains($0) } ?? []).sorted()
        return [
            "gateways": .array(list.members.map(row)), "routes": .array(list.routes.map(route)),
            "strangers": .array(strangers.map(JSONValue.string)), "hasStrangers": .bool(!strangers.isEmpty),
            "workers": .count(board.value?.workers),
            "windowSeconds": .integer(Int64(GatewayTraffic.minutes * 60)),
            "boardKnown": board.sign, "trafficKnown": traffic.sign,
        ]
    }

    /// A gateway's row, with everything that is known of it.
    func row(_ member: GatewayList.Member) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(member.name)
        object["kind"] = .string(member.kind)
        object["inFlight"] = .count(member.inFlight)
        object["perSecond"] = .count(member.perSecond)
        object["routes"] = .array(list.routes(of: member.name).map { .string($0.condition) })
        addStanding(of: member.name, to: &object)
        addCounts(of: member.name, to: &object)
        return .object(object)
    }

    private func addStanding(of name: String, to object: inout JSONObject) {
        let entry = board.value.map { $0.gateways[name] ?? GatewayBoardState.Entry() }
        let notice = entry?.notice.flatMap { $0.state == .open ? $0 : nil }
        let state = entry.map { GatewayState(of: $0) }
        object["state"] = .string(state?.rawValue ?? "not known")
        object["isBad"] = .bool(state.map { $0 != .works } ?? false)
        object["isOff"] = entry.map { .bool($0.control.isOff) } ?? .null
        object["reason"] = .text(notice?.reason)
        // The time that is left counts from the moment of the look.
        object["trialAt"] = .time(state == .fails ? board.at.flatMap { at in notice.map { at + $0.remaining } } : nil)
        object["weight"] = .count(entry?.control.weight)
    }

    private func addCounts(of name: String, to object: inout JSONObject) {
        let part = traffic.value.map { $0.parts[name] ?? GatewayTraffic.Part() }
        object["calls"] = .count(part?.calls)
        for (word, kind) in Self.outcomes {
            object[word] = .count(part?[kind])
            object[word + "Share"] = part.map { .share($0[kind], of: $0.calls) } ?? .null
            object[word + "Any"] = .bool((part?[kind] ?? 0) > 0)
        }
        for (word, share) in [("p50", 0.5), ("p95", 0.95)] {
            let bucket = part?.times.quantile(share)
            object[word] = .text(bucket?.words)
            object[word + "Seconds"] = .seconds(bucket?.longest)
        }
        object["messages"] = .count(part?[.accepted])
        object["delivered"] = .count(part?[.delivered])
        object["undelivered"] = .count(part?[.undelivered])
        object["deliveredShare"] = part.map { .share($0[.delivered], of: $0[.accepted]) } ?? .null
    }

    private static let outcomes: [(String, TallyKind)] = [
        ("accepted", .callAccepted), ("refused", .callRefused), ("throttled", .callThrottled),
        ("unknown", .callUnknown),
    ]

    /// A route with its gateways: their weights in the settings, and the part of the messages that each gets now.
    private func route(_ route: GatewayList.Route) -> JSONValue {
        let entries = board.value?.gateways ?? [:]
        let parts = route.target.parts({ entries[$0]?.control ?? .untouched }) { entries[$0]?.notice?.state == .open }
        let shares = Dictionary(parts.map { ($0.gateway, $0.share) }) { first, _ in first }
        return [
            "condition": .string(route.condition), "isStranded": .bool(board.value != nil && parts.isEmpty),
            "first": .array(
                route.target.first.map { share in
                    [
                        "name": .string(share.gateway), "weight": .count(share.weight),
                        "changedWeight": .count(entries[share.gateway]?.control.weight),
                        "share": board.value == nil ? .null : .decimal(shares[share.gateway] ?? 0),
                    ]
                }),
            "then": .array(route.target.then.map(JSONValue.string)),
        ]
    }
}

extension GatewayList.Route {
    /// For which messages it is, for example `DE +49151 shop`.
    var condition: String {
        let words = [region, prefix?.description, app?.name].compactMap { $0 }
        return words.isEmpty ? "everything else" : words.joined(separator: " ")
    }
}

extension TimeBucket {
    /// For example `≤ 0.25 s`, without a place where a line may break.
    var words: String { longest == nil ? ">\u{A0}300\u{A0}s" : "≤\u{A0}\(word)\u{A0}s" }
}
