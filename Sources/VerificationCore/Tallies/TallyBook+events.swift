extension TallyBook {
    /// Counts an event that an app's endpoint has taken.
    package func told(_ app: AppID, at now: Timestamp) { count(.eventTold, at: now, app: app) }

    /// Counts a call of an app's endpoint that failed, and whose event is tried again.
    package func failedToTell(_ app: AppID, _ answer: EventAnswer, at now: Timestamp) {
        count(.eventFailed, at: now, app: app, reason: answer.tallyWord)
    }

    /// Counts an event that was put off without a call.
    package func putOff(_ app: AppID, at now: Timestamp) { count(.eventPutOff, at: now, app: app) }

    /// Counts an event that is never told; nil for the app of an event that cannot be read.
    package func gaveUp(_ reason: EventSchedule.Reason, _ app: AppID?, at now: Timestamp) {
        count(.eventGivenUp, at: now, app: app, reason: reason.rawValue)
    }
}

extension EventAnswer {
    /// For example `status-503`; an HTTP status has three digits, so there are few such words.
    fileprivate var tallyWord: String {
        switch self {
        case .answered(let status, _): "status-\(status)"
        case .unanswered(let reason): TallyBook.word(for: reason)
        }
    }
}
