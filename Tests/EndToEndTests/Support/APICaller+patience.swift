extension APICaller {
    /// The same backend, but it never repeats a call.
    var impatient: APICaller {
        var caller = self
        caller.patience = .zero
        return caller
    }

    /// Repeats the call while the API says that something was too slow, until `patience` is over.
    ///
    /// Only for calls that do no more the second time than the first time. After such an answer the call may be done or
    /// not. On a busy machine every backend has to live with this, and so do the tests.
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

    /// Whether the answer tells what became of the request; a `202` or a call that was too slow does not.
    var isVerdict: Bool { status != 202 && !saysTooSlow }
}
