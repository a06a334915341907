extension APICaller {
    /// The same backend, but one that takes the first answer for the last.
    var impatient: APICaller {
        var caller = self
        caller.patience = .zero
        return caller
    }

    /// Calls, and calls again for as long as this backend has patience while the API says that something was too slow.
    ///
    /// Only for calls whose second time does no more than their first. What such an answer says of the call, that it may
    /// have been done or not, every backend has to live with on a busy machine; so do the tests.
    func patiently(_ call: () async throws -> Answer) async throws -> Answer {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while true {
            let answer = try await call()
            guard answer.saysTooSlow, clock.now < deadline else { return answer }
            try await clock.sleep(for: .seconds(answer.header("retry-after").flatMap(Int.init) ?? 1))
        }
    }
}

extension APICaller.Answer {
    /// Whether broker or database did not answer the API in time.
    var saysTooSlow: Bool {
        status == 503 && ["queue-unavailable", "queue-unconfirmed", "storage-unavailable"].contains(code)
    }

    /// Whether it tells what became of the request, which of a caller that has waited too long nobody can say.
    var isVerdict: Bool { status != 202 && !saysTooSlow }
}
