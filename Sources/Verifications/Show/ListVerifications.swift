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

    /// Up to `size` verifications, newest first; with `last`, only verifications that are older than `last`.
    ///
    /// So no verification comes twice, even if the app added or erased verifications since the page before.
    package func page(
        of phone: PhoneNumber, _ app: App, size: Int, after last: VerificationID?
    ) async throws(StoreError) -> Page {
        // Asks for one verification more than it shows: if the store has it, there is a next page.
        let found = try await ports.store.verifications(
            of: PhoneKey(app: app.id, phone: phone.e164), before: last, limit: size + 1)
        return Page(reports: Array(found.prefix(size)), last: found.count > size ? found[size - 1].id : nil)
    }
}
