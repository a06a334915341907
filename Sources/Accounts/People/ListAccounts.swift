import AccountCore
import VerificationCore

/// Lists the accounts of a project for an administrator, in the order of their ids.
package struct ListAccounts: Sendable {
    /// How many accounts a page has at most.
    package static let mostOfPage = 1_000

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// A page of accounts.
    ///
    /// - Parameters:
    ///   - token: the token of the page before; nil for the first page.
    ///   - size: how many accounts the caller wants.
    ///   - project: whose.
    /// - Returns: the accounts, and the token of the next page; a full page has a token, also where nothing follows.
    /// - Throws: an `AccountError` if the token is not of a page.
    package func page(
        after token: String?, size: Int, of project: Project
    ) async throws(AccountError) -> (accounts: [Account], next: String?) {
        let last = token.map(LocalID.init)
        if case .some(nil) = last { throw .refused(.invalidPageSelection) }
        let size = min(max(size, 1), Self.mostOfPage)
        let accounts = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.accounts(after: last ?? nil, limit: size, of: project.id)
        }
        return (accounts, accounts.count < size ? nil : accounts.last?.id.text)
    }

    /// How many accounts there are.
    package func count(of project: Project) async throws(AccountError) -> Int {
        try await ports.asking { () throws(StoreError) in try await ports.accounts.count(of: project.id) }
    }

    /// Some accounts out of all.
    package func all(_ window: Window, of project: Project) async throws(AccountError) -> [Account] {
        let range = window.offset..<window.offset + window.limit
        return try await ports.asking { () throws(StoreError) in
            try await ports.accounts.accounts(at: range, descending: window.isDescending, of: project.id)
        }
    }

    /// Some accounts out of those that bear these names.
    package func named(
        _ names: [LookUpAccounts.Name], in window: Window, of project: Project
    ) async throws(AccountError) -> [Account] {
        let found = try await LookUpAccounts(ports).all(named: names, of: project).sorted { $0.id < $1.id }
        let ordered = window.isDescending ? found.reversed() : found
        return Array(ordered.dropFirst(window.offset).prefix(window.limit))
    }
}

extension ListAccounts {
    /// The part of a list that the caller wants.
    package struct Window: Sendable, Hashable {
        /// How many accounts a window has at most.
        package static let most = 500
        private static let farthest = 10_000_000

        package let offset: Int
        package let limit: Int
        package let isDescending: Bool

        /// Nil for an offset that no project reaches, and for what is below nothing.
        package init?(offset: Int64, limit: Int64, isDescending: Bool) {
            guard (0...Int64(Self.farthest)).contains(offset), limit >= 0 else { return nil }
            self.offset = Int(offset)
            self.limit = min(Int(clamping: limit), Self.most)
            self.isDescending = isDescending
        }
    }
}
