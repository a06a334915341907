import Operations
import VerificationCore

// What the reasons mean that pages show for a request that was rate-limited, refused or dead-lettered.

extension Judgement.Level {
    var meaning: String {
        switch self {
        case .fine: "No rule holds."
        case .degraded: "A rule holds: a part does not do its work, and most people get their codes."
        case .down: "A rule holds: many people get no code, get it too late, or cannot type it."
        }
    }
}

extension LimitReached.Limit {
    var meaning: String {
        switch self {
        case .sendsPerPhone: "Messages to a phone."
        case .sendsPerVerification: "Messages of a verification; it ends with the verification, and cannot be reset."
        case .sendsPerIP: "Messages for people at the same address, if the app passes their addresses on."
        case .sendsPerPrefix: "Messages to numbers with the same first digits, against fraud with many numbers."
        case .sendsPerPhoneAndIP:
            "Messages to a phone that one address has asked for in an app, so that strangers leave most to its owner."
        case .sendsPerProof:
            "Messages that one proof of the app has caused, so that many people cannot share one device's proof."
        case .unprovenSends: "Messages that apps have asked for without a proof of the app; the project says how many."
        case .sendsPerApp: "Messages of an app."
        case .wrongCodesPerPhone: "Wrong codes for a phone, so that nobody guesses a code."
        case .wrongCodesPerIP: "Wrong codes from one IP address, across all phones."
        case .wrongCodesOfStrangers:
            "Wrong codes for a verification from other addresses than the one that asked for it."
        case .wrongCodesPerTestNumber: "Wrong codes from apps for a test number, whose code does not change."
        }
    }
}

extension RefusalReason {
    var meaning: String {
        switch self {
        case .kindNotAllowed: "The number is of a kind that gets no SMS, or costs extra."
        case .fictionalNumber: "Nobody can own the number: it is kept for films. The app may have it as a test number."
        case .regionNotAllowed: "The app does not send to the number's country."
        case .testingMode: "The app is in testing mode, and the number is not one of its test numbers."
        case .blocked: "An operator has blocked the number, its prefix or the address; see the page Limits."
        }
    }
}

extension CallReport.Outcome {
    var meaning: String {
        switch self {
        case .refused: "The message has not left; the reason is the gateway's."
        case .throttled: "The message has not left, because the provider was busy."
        case .unknown: "Nobody knows whether the message left, for example because the answer never came."
        }
    }
}

extension BreakerReason {
    var meaning: String {
        switch self {
        case .halfFailed:
            "At least \(rules.leastCalls) calls ended within 10 seconds, and half of them failed: refused for now, or no answer."
        case .failuresInRow: "\(rules.failuresInRow) calls failed one after the other, while few calls were made."
        case .trialFailed: "A single call probed whether the gateway works again, and failed."
        case .halfSlow, .slowInRow:
            "The gateway took the messages, but so late that people wait and workers are held up; see the latency."
        case .trialSlow: "A single call probed whether the gateway works again, and it is still slow."
        }
    }

    private var rules: BreakerRules { BreakerRules() }
}

extension DeathReason {
    var meaning: String {
        switch self {
        case .worker(let reason): reason.meaning
        case .broker(.deliveryLimit): "Workers died of it, at least ten times; stops and lost connections do not count."
        case .broker(.expired): "It waited longer than its queue keeps messages."
        case .broker(.rejected): "A worker rejected it without a word."
        case .broker(.overflow): "Its queue was full."
        case .unknown: "The message gives no reason; another program may have put it there."
        }
    }
}

extension DeadLetter.Reason {
    fileprivate var meaning: String {
        switch self {
        case .tooLarge: "It is larger than any request."
        case .unknownType: "Its type is not known to this release."
        case .wrongContentType: "It does not say that it is JSON."
        case .notJSON: "It is no JSON."
        case .invalidMember: "A member of it is missing or cannot be used."
        case .unknownApp: "There is no such app."
        case .outOfTries: "Every try failed; the message's headers say what failed last."
        case .idReused: "Its id belongs to a request for another phone or app."
        case .internalError: "The worker failed in a way that it does not know; its log says more."
        }
    }
}

extension TestNumber.Scenario {
    var meaning: String {
        switch self {
        case .undelivered: "The gateway takes the message, and the phone never gets it."
        case .late: "The gateway takes the message only at the second try."
        case .gatewayDown: "No gateway takes the message, and the verification fails."
        case .limited: "Every request is answered as if a limit were reached."
        }
    }
}
