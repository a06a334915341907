extension TallyBook {
    /// Counts what a try of a code came to, on a verification of a number of this region.
    package func checked(_ kind: TallyKind, _ report: VerificationReport, region: String, at now: Timestamp) {
        count(kind, of: report.id, began: report.createdAt, at: now, app: report.app, region: region)
        guard kind == .wrongCode, report.status == .maxAttemptsReached else { return }
        count(.exhausted, of: report.id, began: report.createdAt, at: now, app: report.app, region: region)
    }
}
