import VerificationCore

extension InMemoryWorld {
    package func stamps(of ids: [VerificationID]) async throws(StoreError) -> [VerificationID: StatusStamp] {
        let now = clock.now
        return try answering(about: .verifications) { state in
            Dictionary(ids.compactMap { id in state.records.stamp(of: id, now: now).map { (id, $0) } }) { $1 }
        }
    }
}

extension InMemoryWorld.Records {
    fileprivate func stamp(of id: VerificationID, now: Timestamp) -> StatusStamp? {
        guard let request = requests[id] else { return nil }
        guard let row = verifications[request.verification] else { return StatusStamp("") }
        let report = report(row, to: request, now: now)
        let message = report.messages.last.map { "\($0.ordinal) \($0.status)" }
        return StatusStamp("\(report.status) \(message ?? "")")
    }
}
