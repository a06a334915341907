import Assembly
import NIOCore
import StrictJSON
import VerificationCore

/// An installation under load: where to call, with which key, and what it tells of a journey.
struct LoadSite: Sendable {
    let api: LoadAddress
    let key: String
    let sandbox: LoadAddress
    /// The stages that the load can see there.
    let stages: [JourneyStage]
    /// Whether nothing else uses its sandbox.
    let isAlone: Bool
    /// The number of the first phone.
    let first: Int
    /// The serving process on this machine; nil when it is not known.
    let process: Int32?
    let relay: EventRelay

    /// The call that starts the journey with this number.
    ///
    /// The phone's number travels in the metadata too, and comes back in each event.
    func start(_ number: Int) -> ByteBuffer {
        let phone = first + number
        let (text, language) = (BenchPhones.text(phone), BenchPhones.language(phone))
        let body =
            #"{"phoneNumber":"\#(text)","languageCode":"\#(language)","#
            + #""clientIp":"\#(BenchPhones.address(phone))","metadata":{"bench":"\#(phone)"}}"#
        return api.call("POST", "/v1/verifications", key: key, body: body)
    }

    func check(_ prepared: JourneyLoad.Prepared) -> ByteBuffer {
        api.call(
            "POST", "/v1/verifications/\(prepared.id)/checks", key: key, body: #"{"code":"\#(prepared.code)"}"#)
    }

    func show(_ id: String) -> ByteBuffer { api.call("GET", "/v1/verifications/\(id)", key: key) }

    /// The number of the last message in the sandbox's inbox; 0 when it is empty.
    ///
    /// Throws when the sandbox does not answer.
    func lastMessage() async throws -> Int64 {
        let page = try await inbox(sandbox.call("GET", "/api/messages?limit=1"))
        return page["messages"]?.array?.first?["sequence"]?.integer ?? 0
    }

    /// Lets the sandbox say of each message that it was delivered; throws when the sandbox does not answer.
    func askForReceipts() async throws {
        _ = try await inbox(sandbox.call("PUT", "/api/behaviour", body: #"{"delivered":1}"#))
    }

    /// Whether the sandbox says of each message that it was delivered; throws when it does not answer.
    func sendsReceipts() async throws -> Bool {
        let behaviour = try await inbox(sandbox.call("GET", "/api/behaviour"))
        return behaviour["delivered"]?.double == 1
    }

    /// The same site with later phones, once the SMS of a first verification is in the sandbox.
    ///
    /// Throws when it does not come in this time: then the load might write to people. Nothing else has been sent then.
    func proved(within patience: Duration) async throws -> LoadSite {
        guard !isAlone else { return self }
        let seen = try await lastMessage()
        let pool = CallPool(api)
        defer { pool.close() }
        let answer = await pool.ask(start(0))
        guard answer.status == 202 else {
            throw SettingsError("the API at \(api.authority) answers \(answer.words)")
        }
        let digits = BenchPhones.text(first).dropFirst()
        let last = ContinuousClock.now + patience
        while true {
            let page = try await inbox(
                sandbox.call("GET", "/api/messages?phone=%2B\(digits)&after=\(seen)&limit=1&wait=1"))
            if page["messages"]?.array?.isEmpty == false { return with(stages: stages, first: first + 1) }
            guard .now < last else { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw SettingsError(
            "an SMS of \(api.authority) did not come to the sandbox at \(sandbox.authority): "
                + "its gateway may be a real one")
    }

    private func inbox(_ call: ByteBuffer) async throws -> JSONValue {
        let pool = CallPool(sandbox)
        defer { pool.close() }
        let answer = await pool.ask(call)
        guard answer.status == 200, let json = answer.json else {
            throw SettingsError("the sandbox at \(sandbox.authority) answers \(answer.words)")
        }
        return json
    }

    /// The same site with other stages, and phones from another number on.
    func with(stages: [JourneyStage], first: Int) -> LoadSite {
        LoadSite(
            api: api, key: key, sandbox: sandbox, stages: stages, isAlone: isAlone, first: first, process: process,
            relay: relay)
    }
}
