import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// A Kannel of the test's own, the adapter that sends to it, and the test's listener for receipts.
struct KannelPeer {
    /// A message as it reached the SMSC.
    struct Arrival: Equatable {
        let text: String
        let to: String
        let segments: Int
    }

    private static let token = "t0ken-of_16-bytes"

    let peer: PythonPeer
    private let url: String
    private let listener: ProviderStandIn
    private let gateway: HTTPGateway<Kannel>

    /// `smsc`: the port of an SMSC with SMPP; nil for that of Kannel's own tests.
    static func with(
        smsc: Int? = nil, india: IndianRegistration? = nil, _ body: (KannelPeer) async throws -> Void
    ) async throws {
        let listener = try await ProviderStandIn.start(.whole(200, ""))
        try await PythonPeer.with("kannel.py", ["s3cret"] + (smsc.map { ["\($0)"] } ?? [])) { peer in
            let url = try #require(try await peer.hear()["url"]?.string)
            let gateway = try gateway(at: url, listener, password: "s3cret", india: india)
            try await body(KannelPeer(peer: peer, url: url, listener: listener, gateway: gateway))
            await gateway.shutdown()
        }
        try await listener.stop()
    }

    private static func gateway(
        at url: String, _ listener: ProviderStandIn, password: String, india: IndianRegistration? = nil
    ) throws -> HTTPGateway<Kannel> {
        var settings = KannelSettings(account: "verify", secret: Secret(password))
        settings.url = url
        settings.india = india
        settings.receiptsURL = listener.url
        settings.receiptsToken = Secret(token)
        return try HTTPGateway(
            name: "kannel", provider: try Kannel(settings), connections: 20, now: { Timestamp(seconds: 1_767_323_045) })
    }

    func send(_ message: OutgoingMessage, deadline: Duration = .seconds(60)) async -> SendOutcome {
        await gateway.send(message, deadline: deadline)
    }

    func send(_ message: OutgoingMessage, password: String) async throws -> SendOutcome {
        let gateway = try Self.gateway(at: url, listener, password: password)
        let outcome = await gateway.send(message, deadline: .seconds(60))
        await gateway.shutdown()
        return outcome
    }

    /// What became of each message, by the number of the message.
    func sendMany(_ numbers: ClosedRange<Int>) async -> [Int: SendOutcome] {
        await withTaskGroup(of: (Int, SendOutcome).self, returning: [Int: SendOutcome].self) { group in
            for number in numbers { group.addTask { (number, await send(.sample(number), deadline: .seconds(20))) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// The next message at the SMSC, put together from as many segments as it should have.
    func arrival(of text: MessageText) async throws -> Arrival {
        var octets: [UInt8] = []
        var (phone, segments) = ("", 0)
        for segment in 1...text.segments {
            let event = try await peer.hear("sms")
            #expect(event["segment"]?.integer == (text.segments == 1 ? 0 : Int64(segment)))
            #expect(
                (event["kind"]?.string == "ucs-2" || text.segments > 1) == (text.encoding == .ucs2 || text.segments > 1)
            )
            octets += try #require(event["octets"]?.string).hexOctets
            phone = event["to"]?.string ?? ""
            segments = max(1, event["segments"]?.integer.map(Int.init) ?? 0)
        }
        if text.encoding == .ucs2 { return Arrival(text: octets.utf16BE, to: phone, segments: segments) }
        // The SMSC prints a single segment as it is, so a line feed ends its line.
        var letters = String(decoding: octets, as: UTF8.self)
        for _ in text.text where text.segments == 1 && letters.count < text.text.count {
            letters += "\n" + (try await peer.hear("more")["text"]?.string ?? "")
        }
        return Arrival(text: letters, to: phone, segments: segments)
    }

    /// Returns the numbers that had messages until bearerbox died, all of them.
    func killBearerbox() async throws -> Set<String> {
        try peer.say(["kill": "bearerbox"])
        var phones: Set<String> = []
        while true {
            let event = try await peer.hear()
            if event["event"]?.string == "killed" { return phones }
            if let phone = event["to"]?.string { phones.insert(phone) }
        }
    }

    func receiptsArrive(atLeast count: Int) async { await listener.requests(atLeast: count) }

    /// What the adapter reads in Kannel's calls so far.
    func receipts(token: String = token) throws -> [DeliveryReceipt] {
        let reader = try KannelReceipts(token: Secret(token))
        return try listener.requests.flatMap { request in
            let call = ReceiptCall(
                method: request.method, url: "http://127.0.0.1\(request.uri)", headers: request.headers,
                body: request.body)
            return try reader.receipts(in: call, at: Timestamp(seconds: 1_767_323_045))
        }
    }
}

extension String {
    /// The octets that pairs of hexadecimal digits stand for.
    fileprivate var hexOctets: [UInt8] {
        stride(from: 0, to: utf8.count, by: 2).compactMap { UInt8(dropFirst($0).prefix(2), radix: 16) }
    }
}

extension [UInt8] {
    fileprivate var utf16BE: String {
        let units = stride(from: 0, to: count - 1, by: 2).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }
}
