import VerificationCore

/// Port: the accounts of projects, for whoever looks them up.
package protocol AccountReader: Sendable {
    /// The accounts that bear any of these names, by id, no account twice.
    ///
    /// It throws `unreadable` when one of them is of another version: to leave it out would say that its names are free. A
    /// name that no account can have, see `AccountName.isStorable`, finds nothing.
    func accounts(named names: Set<AccountName>, of project: ProjectID) async throws(StoreProblem) -> [Account]

    /// A page of a project's accounts in the order of their ids, without those that this version cannot read.
    ///
    /// - Parameters:
    ///   - last: the id after which the page begins; nil for the first page.
    ///   - limit: how many at most.
    ///   - project: whose.
    /// - Returns: fewer than `limit` only on the last page.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func accounts(after last: LocalID?, limit: Int, of project: ProjectID) async throws(StoreProblem) -> [Account]

    /// Some accounts out of all, in the order of their ids, without those that this version cannot read.
    ///
    /// - Parameters:
    ///   - range: their places in this order.
    ///   - isDescending: whether the greatest id has the first place.
    ///   - project: whose.
    /// - Returns: the accounts in this order.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func accounts(
        at range: Range<Int>, descending isDescending: Bool, of project: ProjectID
    ) async throws(StoreProblem) -> [Account]

    /// How many accounts a project has.
    func count(of project: ProjectID) async throws(StoreProblem) -> Int
}
