import VerificationCore

/// Lists what an app has on record of a phone, newest first, a page at a time.
package struct ListVerifications: Sendable {
    /// A part of the list.
    package struct Page: Sendable {
        package let reports: [VerificationReport]
        /// The verification after which the next page begins; nil on the last page.
        package let last: VerificationID?
    }

    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Up to `size` verifications; with `last`, those that come after it, whatever was added or forgotten meanwhile.
    package func page(
        of phone: PhoneNumber, _ app: App, size: Int, after last: VerificationID?
    ) async throws(StoreProblem) -> Page {
        // A verification more than is shown tells that there is a next page.
        let found = try await ports.history.verifications(
            of: PhoneKey(app: app.id, phone: phone.e164), before: last, limit: size + 1)
        return Page(reports: Array(found.prefix(size)), last: found.count > size ? found[size - 1].id : nil)
    }
}
