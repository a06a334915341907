extension RowChange {
    /// What else the store must write when the app has an endpoint for events; nil when the app is told nothing of it.
    ///
    /// At the end of a code's life no worker acts, so the store plans a look at the verification for that moment.
    package var news: RowChange? {
        switch self {
        case .insertVerification(let row):
            if let kind = row.status.news {
                .tell(EventNote(row.request.id, kind, reason: row.reason))
            } else {
                .watch(row.request.id, until: row.expiresAt)
            }
        case .approve(let id, _): .tell(EventNote(id, .approved))
        case .endVerification(let id, let status, let reason):
            status.news.map { .tell(EventNote(id, $0, reason: reason)) }
        // The look that is planned already finds the later end, and plans itself anew.
        case .insertRequest, .insertMessage, .insertKey, .updateMessage, .extendVerification, .countWrongCodes, .tell,
            .watch:
            nil
        }
    }
}
