import Operations
import VerificationCore

/// What shows operators how the installation stands.
package struct Overviews: Sendable {
    package let queries: CachedQueries
    package let situation: SituationWatch
    package let events: EventWatch
    package let failures: FailureQueries
    package let countries: CountryQueries
    package let proofs: AppProofQueries
    package let apps: AppQueries
    package let incidents: Incidents

    package init(
        queries: CachedQueries, situation: SituationWatch, events: EventWatch, failures: FailureQueries,
        countries: CountryQueries, proofs: AppProofQueries, apps: AppQueries, incidents: Incidents
    ) {
        (self.queries, self.situation, self.events) = (queries, situation, events)
        (self.failures, self.countries, self.proofs) = (failures, countries, proofs)
        (self.apps, self.incidents) = (apps, incidents)
    }

    /// What operators did and what happened in the last 24 hours, as far as it is known; newest first.
    func happenings() async -> [Happening] {
        async let actions = queries.changes.look()
        async let marks = incidents.kept.marks.look()
        return Happening.list(actions: await actions.value ?? [], marks: await marks.value ?? [])
    }
}

/// What is remembered of faults, and what operators say of them.
package struct Incidents: Sendable {
    package let kept: IncidentQueries
    package let acknowledgements: AcknowledgementService

    package init(kept: IncidentQueries, acknowledgements: AcknowledgementService) {
        (self.kept, self.acknowledgements) = (kept, acknowledgements)
    }
}
