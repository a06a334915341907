import VerificationCore

extension LimitReached {
    /// Says for people which limit it is, how much it admits in what time, and in how many seconds it admits another.
    func sentence(seconds: Int) -> String {
        "\(who) \(quota.count) \(what) within \(quota.interval.secondsRoundedUp) s; one more is possible in \(seconds) s."
    }

    private var who: String {
        switch limit {
        case .sendsPerPhone, .wrongCodesPerPhone: "This phone has had"
        case .sendsPerVerification: "This verification has had"
        case .sendsPerIP: "This address has asked for"
        case .sendsPerPrefix: "Numbers that begin like this one have had"
        case .sendsPerApp: "This app has sent"
        case .wrongCodesPerIP: "This address has tried"
        }
    }

    private var what: String {
        switch limit {
        case .sendsPerPhone, .sendsPerVerification, .sendsPerIP, .sendsPerPrefix, .sendsPerApp: "messages"
        case .wrongCodesPerPhone, .wrongCodesPerIP: "wrong codes"
        }
    }
}
