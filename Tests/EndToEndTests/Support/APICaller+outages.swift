import Testing

extension APICaller {
    /// Asks once for each phone, and expects that the API accepts every request within 2 s.
    func expectAccepted(_ phones: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for phone in phones {
            let answer = try await impatient.start(phone)
            #expect(answer.status == 202, "\(answer.code ?? "no code")", sourceLocation: sourceLocation)
            #expect(answer.took < .seconds(2), sourceLocation: sourceLocation)
        }
    }

    /// Asks once, and expects to hear within 2 s that the caller should come back later.
    func expectUnavailable(_ phone: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let answer = try await impatient.start(phone)
        #expect(answer.status == 503, sourceLocation: sourceLocation)
        #expect(["queue-unavailable", "queue-unconfirmed"].contains(answer.code), sourceLocation: sourceLocation)
        #expect(answer.header("retry-after") != nil, sourceLocation: sourceLocation)
        #expect(answer.took < .seconds(2), sourceLocation: sourceLocation)
    }

    /// Asks until the API accepts a request, and expects that it does within the promised 10 s.
    func expectServiceAgain(_ phone: String) async throws {
        try await eventually("the API serves again", within: .seconds(10)) {
            try await self.impatient.start(phone).status == 202
        }
    }
}
