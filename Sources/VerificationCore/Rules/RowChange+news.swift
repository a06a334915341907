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
        case .endVerification(let id, let status, let reason):
            status.news.map { .tell(EventNote(id, $0, reason: reason)) }
        case .insertRequest, .insertMessage, .insertKey, .updateMessage, .countWrongCodes, .tell, .watch:
            nil
        }
    }
}
