/// Why the store gave no answer; it says nothing of what was asked.
///
/// The texts are safe to log.
package enum StoreError: Error, Sendable, Hashable {
    /// The database does not answer, or not in time; nothing of this call was saved. Asking again later is right.
    case unavailable
    /// The database did not answer the commit of this call, and the store could not find out since whether it is saved.
    ///
    /// Only the caller who asked can go on: the same call again finds what was saved. Other calls may go on as well.
    case inDoubt
    /// The store answers, but cannot work with this program: another version's schema, a right that was taken away, a
    /// damaged table.
    ///
    /// The text says what an operator has to do; until then no call gets an answer.
    case unfit(String)
    /// Another transaction holds a lock on what this call needs; other calls go on. Asking again later is right.
    case locked
    /// A row that many calls share stayed locked; nothing of this call was saved.
    ///
    /// The database is well, and the row is free again in a moment. Example: two hundred transactions at once count for
    /// the same app.
    case busy
    /// What this call needs is damaged, or was written by another version; other calls go on.
    ///
    /// The text says what an operator has to do.
    case unreadable(String)
    /// What is on record was made with a key that this process's key ring lacks; another process may have that key.
    ///
    /// It happens while an operator changes the keys. Nothing of this call was saved.
    case keyMissing
    /// The call itself is such that it can never be answered.
    case broken(String)
}

extension StoreError: CustomStringConvertible {
    /// For logs.
    package var description: String {
        switch self {
        case .unavailable: "the database does not answer in time"
        case .inDoubt: "the database did not say whether it has saved this"
        case .locked: "another transaction holds the rows"
        case .keyMissing: "the key ring lacks a key that another process uses"
        case .busy: "too many transactions wait for a row that they share"
        case .unfit(let words), .unreadable(let words), .broken(let words): words
        }
    }
}
