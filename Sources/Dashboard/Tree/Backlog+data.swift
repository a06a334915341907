import Operations
import StrictJSON
import VerificationCore

extension Situation {
    /// What waits, and whether it gets worse; the template `waiting.mustache` shows it.
    var waitingData: JSONValue {
        let counts = counts.value
        return [
            "backlog": backlog?.data ?? .null,
            "arrivalsPerMinute": counts.map { .decimal($0.arrivals) } ?? .null,
            "departuresPerMinute": counts.map { .decimal($0.departures) } ?? .null,
            "inHand": .count(workers.value?.living.reduce(0) { $0 + ($1.status?.inHand ?? 0) }),
            "oldestInHandSeconds": .seconds(oldestInHand),
            "inSilentHands": .count(inSilentHands), "hasSilentHands": .bool(inSilentHands > 0),
            "areSilentHandsUnknown": .bool(areSilentHandsUnknown),
        ]
    }
}

extension Situation {
    /// How many people get no code while nothing is sent, as the counts of the last minutes show it.
    var hitWords: String {
        guard let rate = counts.value?.arrivals else { return "How many people will get no code is not known." }
        let people = Int(rate.rounded())
        return switch people {
        case 0: "In the last minutes fewer than one person a minute asked for a code."
        case 1: "About 1 person a minute will get no code."
        default: "About \(people) people a minute will get no code."
        }
    }
}

extension Backlog {
    fileprivate var data: JSONValue {
        let drains: (word: String, after: Duration?) =
            switch drain {
            case .empty: ("empty", nil)
            case .after(let duration): ("after", duration)
            case .never: ("never", nil)
            case .unknown: ("unknown", nil)
            case .stopped: ("stopped", nil)
            }
        return [
            "ready": .count(ready), "putOff": .count(putOff), "waiting": .count(waiting),
            "hasPutOff": .bool(putOff > 0), "isAllPutOff": .bool(putOff > 0 && ready == 0),
            "isEmpty": .bool(drain == .empty), "isStopped": .bool(drain == .stopped),
            "oldestAgeSeconds": .seconds(oldestAge),
            "isGrowing": .bool(drain == .never),
            "isForGateways": .bool(drain == .unknown),
            "drain": .string(drains.word), "drainsInSeconds": .seconds(drains.after),
        ]
    }
}
