import Foundation
import Testing

@testable import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("when a call is made again", .timeLimit(.minutes(10)))
struct WireRetryTests {
    private static let signedIn = ScriptedTransport.Step.json(#"{"idToken":"I","refreshToken":"R","expiresIn":"3600"}"#)
    private static let page = ScriptedTransport.Step.page("<html>Sign in to the network</html>")

    @Test(
        "a call that surely did not arrive is made again after growing pauses, four times in all",
        arguments: [URLError.Code.cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet])
    func unsent(_ code: URLError.Code) async throws {
        let bench = try WireBench([.failure(code)])
        let error = try await bench.failure()
        #expect(error?.kind == .networkError && error?.isRetriable == true)
        #expect(bench.transport.calls.count == 4 && bench.time.pauses == [0.3, 1, 3])
        let third = try WireBench([.failure(code), .failure(code), Self.signedIn])
        #expect(try await third.failure() == nil)
    }

    @Test(
        "a call that may have arrived is made again only where two have the effect of one",
        arguments: [
            ScriptedTransport.Step.failure(.timedOut), .failure(.networkConnectionLost),
            .failure(.secureConnectionFailed),
            .failure(.cancelled), page, .json(#"{"idToken":"#), .page("Bad gateway", status: 502),
            .page("Service unavailable", status: 503), .refusal("Internal error encountered.", status: 500),
        ])
    func perhapsSent(_ step: ScriptedTransport.Step) async throws {
        let once = try WireBench([step, Self.signedIn])
        #expect(try await once.failure() != nil)
        #expect(once.transport.calls.count == 1)
        let twice = try WireBench([step, Self.signedIn])
        #expect(try await twice.failure(of: WireBench.repeatable) == nil)
        #expect(twice.transport.calls.count == 2)
    }

    @Test("the server's own 503 is made again after the pause that the server asks for")
    func putOff() async throws {
        let bench = try WireBench([.unavailable(), .unavailable(retryAfter: nil), Self.signedIn])
        #expect(try await bench.failure() == nil)
        #expect(bench.time.pauses == [5, 1])
    }

    @Test("a pause beyond the deadline ends the call at once, and the app hears how long to wait")
    func tooLong() async throws {
        let bench = try WireBench([.unavailable(retryAfter: "120")])
        let error = try await bench.failure()
        #expect(error?.kind == .networkError && error?.retryAfter == 120 && error?.isRetriable == true)
        #expect(error?.serverCode == "UNAVAILABLE")
        #expect(bench.transport.calls.count == 1)
    }

    @Test("a pause that no clock can wait is none", arguments: ["-1", "nan", "inf", "soon", ""])
    func foolish(_ pause: String) async throws {
        let bench = try WireBench([.unavailable(retryAfter: pause), Self.signedIn])
        #expect(try await bench.failure() == nil)
        #expect(bench.time.pauses == [0.3])
    }

    @Test("a refusal is final")
    func refused() async throws {
        let bench = try WireBench([.refusal("INVALID_CODE"), Self.signedIn])
        #expect(try await bench.failure(of: WireBench.repeatable)?.kind == .invalidVerificationCode)
        #expect(bench.transport.calls.count == 1)
    }

    @Test("one deadline counts over all tries, and every try hears how much of it is left")
    func left() async throws {
        let bench = try WireBench([.unavailable(retryAfter: "8")])
        let error = try await bench.failure()
        #expect(error?.retryAfter == 8)
        // The fourth would have begun after 24 seconds and the fifth after 32.
        #expect(bench.transport.calls.map(\.request.timeoutInterval) == [30, 22, 14, 6])
    }

    @Test("the call ends at its deadline also if the transport hears of no time-out and no cancellation")
    func deaf() async throws {
        let gate = Gate()
        let bench = try WireBench([.deaf(gate)])
        let call = Task { try await bench.failure() }
        await bench.transport.arrivals(atLeast: 1)
        await bench.time.waits(atLeast: 1)
        bench.time.advance(by: 30)
        #expect(try await call.value?.kind == .networkError)
        gate.open()
    }

    @Test("a cancelled call ends with CancellationError, also if the transport does not listen")
    func cancelled() async throws {
        let gate = Gate()
        for step in [ScriptedTransport.Step.silence, .deaf(gate)] {
            let bench = try WireBench([step])
            let call = Task { try await bench.failure() }
            await bench.transport.arrivals(atLeast: 1)
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(bench.transport.calls.count == 1)
        }
        gate.open()
    }

    @Test("a call in a task that is cancelled already is not made")
    func neverMade() async throws {
        let bench = try WireBench([Self.signedIn])
        let gate = Gate()
        let call = Task {
            await gate.pass()
            return try await bench.failure()
        }
        call.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(bench.transport.calls.isEmpty)
    }

    @Test("a cancellation during a pause ends the call")
    func cancelledInPause() async throws {
        let bench = try WireBench([.unavailable(retryAfter: "20"), Self.signedIn])
        let call = Task { try await bench.failure() }
        await bench.time.waits(atLeast: 2)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(bench.transport.calls.count == 1)
    }

    @Test("a person who sets the clock during a call ends it neither early nor late")
    func clockSet() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { call in
            if call.number == 0 { await gate.pass() }
            return call.number == 0 ? .failure(.cannotConnectToHost) : Self.signedIn
        }
        var bench = try WireBench([])
        bench.configuration.transport = transport
        let time = bench.time
        let system = AuthTime(now: { time.now }, sleep: time.authTime.sleep, uptime: { 1_000 })
        let server = IdentityServer(configuration: bench.configuration, language: Guarded(nil), time: system)
        async let answer = server.call(WireBench.once, as: SignInAnswer.self)
        await transport.arrivals(atLeast: 1)
        time.set(Date(timeIntervalSince1970: 4_000_000_000))
        gate.open()
        #expect(try await answer.idToken == "I")
    }
}
