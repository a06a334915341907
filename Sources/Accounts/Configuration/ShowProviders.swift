import AccountCore
import StrictJSON

/// Shows the providers of a project, without their secrets.
package struct ShowProviders: Sendable {
    /// How many providers a page has at most.
    private static let mostOfPage = 100

    package init() {}

    /// A provider as the wire shows it; throws an `AccountError` if there is none in this list.
    package func one(
        _ id: String, of kind: ProviderKind, in project: Project
    ) throws(AccountError) -> JSONObject {
        guard let provider = project.identities[try Self.id(id, of: kind)] else {
            throw .refused(.configurationNotFound)
        }
        return provider.document(in: project.id)
    }

    /// A page of a list, in the order of the ids.
    ///
    /// - Parameters:
    ///   - token: the token of the page before; nil for the first page.
    ///   - size: how many providers the caller wants; a page has at most 100.
    ///   - kind: which list.
    ///   - project: whose.
    /// - Returns: the providers as the wire shows them, and the token of the next page, if one follows.
    /// - Throws: an `AccountError` if the token is not of a page.
    package func page(
        after token: String?, size: Int, of kind: ProviderKind, in project: Project
    ) throws(AccountError) -> (providers: [JSONObject], next: String?) {
        if let token, ProviderID(token).map(ProviderKind.init) != kind { throw .refused(.invalidPageSelection) }
        let all = project.identities.providers.filter { ProviderKind($0.id) == kind && $0.id.text > token ?? "" }
            .sorted { $0.id.text < $1.id.text }
        let page = all.prefix(min(max(size, 1), Self.mostOfPage))
        return (page.map { $0.document(in: project.id) }, page.count < all.count ? page.last?.id.text : nil)
    }

    /// No provider is in a list under an id that the list cannot have.
    static func id(_ text: String, of kind: ProviderKind) throws(AccountError) -> ProviderID {
        guard let id = ProviderID(text), ProviderKind(id) == kind else { throw .refused(.configurationNotFound) }
        return id
    }
}
