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
        case .sendsPerPhoneAndIP: "This address has asked for this phone for"
        case .unprovenSends: "Callers without a proof of the app have asked for"
        case .sendsPerPrefix: "Numbers that begin like this one have had"
        case .sendsPerApp: "This app has sent"
        case .wrongCodesPerIP: "This address has tried"
        case .wrongCodesOfStrangers: "Other addresses than the first have tried"
        case .wrongCodesPerTestNumber: "Devices have tried for this test number"
        }
    }

    private var what: String {
        switch limit {
        case .sendsPerPhone, .sendsPerVerification, .sendsPerIP, .sendsPerPhoneAndIP, .sendsPerPrefix, .unprovenSends,
            .sendsPerApp:
            "messages"
        case .wrongCodesPerPhone, .wrongCodesPerIP, .wrongCodesOfStrangers, .wrongCodesPerTestNumber: "wrong codes"
        }
    }
}
