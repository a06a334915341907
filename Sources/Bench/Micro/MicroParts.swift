import Assembly
import Messages
import PhoneNumbers
import VerificationCore

/// What the API and a worker run for each request, as far as it waits for nothing.
///
/// An allowance is what the part allocated when it was last changed on purpose, rounded up by a tenth at most. A change
/// that makes a part allocate less, or more for a good reason, writes down the new figure.
package struct MicroParts: Sendable {
    private let ring: KeyRing
    private let writer: MessageWriter
    private let app: App
    private let ids: [VerificationID]
    private let now = Timestamp(seconds: 1_800_000_000)

    package init() throws {
        guard let id = AppID("bench") else { throw SettingsError("no app") }
        app = App(id: id, displayName: "Acme")
        ring = try KeyRing("micro:\(Base64.encodeForURL(Array(repeating: 7, count: 32)))")
        writer = try MessageWriter.standard()
        ids = (0..<2).map { [ring, now] number in ring.makeID(for: id, at: now, random: UInt64(number)) }
    }

    package var all: [MicroPart] {
        [judging, makingID, writingRequest, readingRequest, deciding, decidingRepeat, makingCode]
            + [("fr", "in one part"), ("ar", "in Arabic")].map(writingMessage) + [countingParts, tallying]
    }
}

extension MicroParts {
    private var judging: MicroPart {
        let (phones, text) = (PlanParser(), BenchPhones.text(42))
        return MicroPart("judge a phone number", allowed: (192, 1_144)) {
            // A number that cannot be judged is a wrong result.
            (try? phones.parse(text).region) == "DE"
        }
    }

    private var makingID: MicroPart {
        MicroPart("make a verification's id", allowed: (640, 3_300)) {
            ring.makeID(for: app.id, at: now, random: 0) == ids[0]
        }
    }

    private var writingRequest: MicroPart {
        let (request, bytes) = (request(0), RequestCodec.encode(request(0)))
        return MicroPart("write a request for the queue", allowed: (1_040, 1_040)) {
            RequestCodec.encode(request) == bytes
        }
    }

    private var readingRequest: MicroPart {
        var properties = JobDelivery.Properties()
        (properties.type, properties.contentType) = (RequestCodec.messageType, RequestCodec.contentType)
        let (request, phones) = (request(0), PlanParser())
        let delivery = JobDelivery(body: RequestCodec.encode(request), properties: properties, handle: 0)
        // What the publisher says of the number is an object in the object.
        return MicroPart("read a request from the queue", allowed: (1_344, 8_900)) {
            // A request that cannot be read is a wrong result.
            (try? RequestCodec.decode(delivery, phones: phones)) == request
        }
    }

    private var deciding: MicroPart {
        let (claim, rules) = (claim(0), RuleBook())
        return MicroPart("decide a new request", allowed: (6_400, 11_600)) {
            var batch = ClaimBatch(phones: [:], seen: [:])
            guard case .send = batch.decide(claim, by: rules, now: now) else { return false }
            return true
        }
    }

    private var decidingRepeat: MicroPart {
        let (claims, rules) = ([claim(0), claim(1)], RuleBook())
        return MicroPart("decide two requests for a phone", allowed: (9_600, 14_800)) {
            var batch = ClaimBatch(phones: [:], seen: [:])
            guard case .send = batch.decide(claims[0], by: rules, now: now),
                case .duplicate = batch.decide(claims[1], by: rules, now: now)
            else { return false }
            return true
        }
    }

    private var makingCode: MicroPart {
        let recipe = CodeRecipe(keyName: "micro", digits: 6)
        return MicroPart("make a code", allowed: (576, 3_850)) {
            ring.code(recipe, of: ids[0])?.utf8.count == 6
        }
    }

    private func writingMessage(_ language: String, what: String) -> MicroPart {
        let (style, language) = (app.style, LanguageTag(language))
        return MicroPart("write a message \(what)", allowed: (880, 1_600)) {
            let message = writer.write(in: style, code: "561001", minutes: 10, language: language)
            return message.segments == 1 && message.language == language
        }
    }

    private var countingParts: MicroPart {
        let text = String(repeating: "Ваш код: 561001. ", count: 20)
        return MicroPart("count the segments of 340 characters", allowed: (42_000, 60_000)) {
            MessageText(text, language: .english).segments == 6
        }
    }

    /// What a worker counts for a request: its verdict, its wait, the call and the call's time, and the accepted message.
    private var tallying: MicroPart {
        let (buffer, request, claim) = (TallyBuffer(), request(0), claim(0))
        var batch = ClaimBatch(phones: [:], seen: [:])
        let verdict = batch.decide(claim, by: RuleBook(), now: now)
        let call = EndedCall(
            gateway: "sandbox", honorsIdempotencyKeys: true, outcome: .accepted(id: nil), endedAt: now,
            took: .milliseconds(3))
        return MicroPart("count a request", allowed: (104, 104)) {
            buffer.hear(.decided(verdict, on: claim), at: now)
            guard case .send(let order) = verdict else { return false }
            buffer.hear(.called(call, for: order, of: request, span: nil), at: now)
            return true
        }
    }

    private func request(_ place: Int) -> VerificationRequest {
        let (id, phone) = (ids[place], BenchPhones.phone(42))
        return VerificationRequest(
            id: id, app: app.id, phone: phone, language: LanguageTag("fr"),
            clientIP: IPAddress(BenchPhones.address(42)), requestedAt: now, deadline: now + .seconds(600))
    }

    private func claim(_ place: Int) -> Claim {
        Claim(request: request(place), rules: app.rules, codeKey: "micro", lease: .seconds(60), token: UInt64(place))
    }
}

/// A part of a request's path that waits for nothing, to be measured alone.
package struct MicroPart: Sendable {
    /// The most bytes that a run may allocate; a debug build allocates more.
    package typealias Allowance = (release: Int, debug: Int)

    package let name: String
    /// The most bytes that a run may allocate in this build.
    package let allowed: Int
    /// Runs the part; false when its result is wrong.
    let run: @Sendable () -> Bool

    package init(_ name: String, allowed: Allowance, _ run: @escaping @Sendable () -> Bool) {
        self.name = name
        self.run = run
        #if DEBUG
            self.allowed = allowed.debug
        #else
            self.allowed = allowed.release
        #endif
    }
}
