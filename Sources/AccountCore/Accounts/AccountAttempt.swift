import VerificationCore

/// What a call wants of accounts that only the store knows, such as the owner of a number, in one transaction.
///
/// The store loads and locks the accounts that bear the names, lets the attempt decide, and does what was decided.
package struct AccountAttempt<Outcome: Sendable>: Sendable {
    /// Of all accounts on which the decision depends, and all names that its account may get.
    ///
    /// Of parallel attempts for a free name one gets it. The others decide again, and find its account.
    package let names: Set<AccountName>
    /// What proves something a single time: verifications, and other proofs by names of their own.
    package let uses: Set<VerificationID>
    package let time: Timestamp
    /// May be called more than once; the accounts are in the order of their ids.
    package let decide: @Sendable ([Account]) throws(AccountError) -> (plan: AccountPlan, outcome: Outcome)

    package init(
        names: Set<AccountName>, uses: Set<VerificationID> = [], at time: Timestamp,
        decide: @escaping @Sendable ([Account]) throws(AccountError) -> (plan: AccountPlan, outcome: Outcome)
    ) {
        (self.names, self.uses, self.time, self.decide) = (names, uses, time, decide)
    }
}

/// What an attempt does.
package struct AccountPlan: Sendable, Hashable {
    /// The account as it will be; nil where no account changes.
    package var account: Account?
    /// Whether the account is made, and not changed.
    package var isNew = false
    /// Begins after sessions have ended; nil where none begins.
    package var session: RefreshSession?
    /// Sessions of the account that began before end; nil where none ends.
    package var endsSessionsBefore: Timestamp?
    /// Whether what the attempt brings is used up; false where a person may bring it once more.
    package var usesUp = true

    /// Changes nothing.
    package init(usesUp: Bool) { self.usesUp = usesUp }

    /// Makes an account, or saves it as it will be.
    package init(_ account: Account, isNew: Bool = false, session: RefreshSession? = nil) {
        self.account = session?.begun(by: account) ?? account
        (self.isNew, self.session) = (isNew, session)
    }

    /// Changes an account by an edit.
    package init(_ edit: AccountEdit, of account: Account) {
        self.init(edit.applied(to: account))
        (session, endsSessionsBefore) = (edit.session, edit.endsSessionsBefore)
    }
}
