import StrictJSON
import VerificationCore

/// Whom the operators' provider lets in, and as what.
package struct SignOnPolicy: Sendable, Hashable {
    /// The claim whose values decide, for example `groups`, or `realm_access.roles` for a member of a member.
    package let claim: String
    /// Which value gives which role; of several the highest counts.
    package let roles: [String: OperatorRole]
    /// The role of a person without such a value; nil to refuse that person.
    package let fallback: OperatorRole?

    package init(claim: String, roles: [String: OperatorRole], fallback: OperatorRole?) {
        (self.claim, self.roles, self.fallback) = (claim, roles, fallback)
    }

    /// The role of the person of whom an ID token says this; nil for a person who may not come in.
    package func role(in claims: JSONObject) -> OperatorRole? {
        values(in: claims).compactMap { value in roles.first { $0.key.utf8.elementsEqual(value.utf8) }?.value }.max()
            ?? fallback
    }

    /// One text, or a list of texts; nothing of what is neither.
    private func values(in claims: JSONObject) -> [String] {
        guard let value = claims[claim] ?? member(of: claims) else { return [] }
        return value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
    }

    private func member(of claims: JSONObject) -> JSONValue? {
        claim.split(separator: ".").reduce(.object(claims) as JSONValue?) { value, name in value?[String(name)] }
    }
}
