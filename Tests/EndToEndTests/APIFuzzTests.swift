import Testing
import VerificationCore

/// Random requests that no author of a test has thought of.
@Suite("the API under a fuzzer", .serialized, .timeLimit(.minutes(15)))
struct APIFuzzTests {
    /// So few sends that the fuzzer meets the limit, and no wait between two SMS.
    private static let rules = #"{"resendAfter":0,"sendsPerPhone":[{"count":2,"seconds":600}]}"#

    @Test("answers everything as its own document says, and never with an error of its own")
    func fuzz() async throws {
        try await withSite(rules: Self.rules) { site in
            let api = try await site.serve().caller
            let seed = APIFuzzer.seed()
            print("fuzzing with VERIFYD_FUZZ_SEED=\(seed)")
            let answers = try await APIFuzzer.run(against: api, seed: seed, examples: 30)
            // With 503 the API says that the machine is too slow; the fuzzer checks the code in its body.
            #expect(answers.keys.filter { $0.contains(" 5") && !$0.hasSuffix(" 503") }.isEmpty, "seed \(seed)")
            for answer in Self.expected {
                #expect(answers[answer, default: 0] > 0, "seed \(seed): no \(answer) among \(answers)")
            }
            try await site.expectDrained()
        }
    }

    /// Answers that every run has to meet; a run without them has not looked far enough.
    private static let expected = [
        "POST /v1/verifications 200", "POST /v1/verifications 202", "POST /v1/verifications 400",
        "POST /v1/verifications 401", "POST /v1/verifications 405", "POST /v1/verifications 415",
        "POST /v1/verifications 429", "GET /v1/verifications/{id} 200", "GET /v1/verifications/{id} 404",
        "POST /v1/verifications/{id}/checks 400",
        "POST /v1/verifications/{id}/checks 422", "POST /v1/verifications/{id}/cancel 200",
        "POST /v1/test-numbers 201", "POST /v1/test-numbers 400", "DELETE /v1/test-numbers/{id} 204",
        "POST /v1/erasures 200",
    ]
}
