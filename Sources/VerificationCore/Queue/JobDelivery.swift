import StrictJSON

/// One message as it came from the queue, not yet read.
package struct JobDelivery: Sendable {
    /// Empty when `isTooLarge`.
    package let body: [UInt8]
    package let properties: Properties
    /// What the queue's adapter needs to settle the delivery.
    package let handle: any Sendable
    /// The queue's number for this delivery; nil where it gives none.
    package let tag: UInt64?

    package init(body: [UInt8], properties: Properties, handle: any Sendable, tag: UInt64? = nil) {
        self.body = body
        self.properties = properties
        self.handle = handle
        self.tag = tag
    }

    /// What the message says beside its body, as far as workers use it.
    package struct Properties: Sendable, Hashable {
        package var type: String?
        package var contentType: String?
        package var isTooLarge = false
        package var wantsAnswer = false
        package var context: TraceContext?
        /// How often the job was tried before, where messages count it; 0 for requests, whose tries the store counts.
        package var tries = 0
        /// How often the job was put off without a try since its last try.
        package var putOffs = 0

        package init() {}
    }
}

extension JobDelivery {
    /// The body's JSON object, if the message says that it is of `type` and is not too long.
    ///
    /// Throws the reason why every other message is dead-lettered.
    func object(of type: String, atMost largestBody: Int) throws(DeadLetter) -> JSONObject {
        try properties.object(in: body, of: type, atMost: largestBody)
    }
}

extension JobDelivery.Properties {
    /// The JSON object in a message's body; see `JobDelivery.object(of:atMost:)`.
    func object(in body: [UInt8], of type: String, atMost largestBody: Int) throws(DeadLetter) -> JSONObject {
        guard !isTooLarge, body.count <= largestBody else { throw DeadLetter(.tooLarge) }
        guard self.type == type else { throw DeadLetter(.unknownType) }
        guard isJSON else { throw DeadLetter(.wrongContentType) }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body)
        } catch {
            throw DeadLetter(.notJSON, detail: error.description)
        }
        guard let object = value.object else { throw DeadLetter(.notJSON, detail: "not an object") }
        return object
    }

    /// Whether the content type is JSON's, or missing.
    ///
    /// Parameters such as `charset=utf-8` say nothing that JSON does not say itself.
    private var isJSON: Bool {
        guard let contentType, contentType != RequestCodec.contentType else { return true }
        return contentType.prefix { $0 != ";" && $0 != " " }.lowercased() == RequestCodec.contentType
    }
}

/// How a delivery leaves the worker, and the answer for a caller who waits for it.
///
/// The handler of each kind of job returns one for each delivery, so a delivery leaves in exactly one way. Only requests
/// have answers, and a request that is put off or given back has none yet.
package enum Settlement: Sendable, Hashable {
    /// Off the queue for good.
    case acknowledge(RequestAnswer? = nil)
    /// Into the retry queues, to come back after about this time. `because` is the error's stable identifier, nil when
    /// nothing went wrong. Where messages count their tries, this is one.
    ///
    /// A job whose kind has no retry queues is given back.
    case retry(after: Duration, because: String? = nil, answer: RequestAnswer? = nil)
    /// Into the retry queues without a try, to come back after about this time. The message counts how often that
    /// happens, unless `isCounted` is false, and `retry` begins the count anew.
    case putOff(for: Duration, because: String? = nil, isCounted: Bool = true)
    /// To the dead letters. `body` is kept in place of the message's own body; nil for the whole message.
    case deadLetter(DeadLetter, body: [UInt8]? = nil, answer: RequestAnswer? = nil)
    /// To another worker at once, as if the job had never been here.
    ///
    /// Only after `JobInbox.stopTaking`, or during a pause: otherwise it could come back here.
    case giveBack

    /// The answer for the caller who waits; nil when no caller can wait, or when another worker will answer.
    package var answer: RequestAnswer? {
        switch self {
        case .acknowledge(let answer), .retry(_, _, let answer), .deadLetter(_, _, let answer): answer
        case .putOff, .giveBack: nil
        }
    }
}

/// Port: takes the jobs of one kind off their queue and settles them.
package protocol JobInbox: Sendable {
    /// Jobs in the order of arrival, as many at once as have arrived. Ends after `stopTaking`.
    var deliveries: AsyncStream<[JobDelivery]> { get }

    /// Carries out the settlement. First the answer, if there is one, leaves for the caller who waits for it; where no
    /// caller waits any more, nothing happens. Returns once the job is safely where it should be. A broker that is away
    /// is waited for. A delivery that the broker has taken back in the meantime is left alone, and its caller gets the
    /// answer all the same.
    func settle(_ delivery: JobDelivery, as settlement: Settlement) async

    /// Asks the broker for no more jobs. Jobs that are here already are still handed out, and may still be settled.
    func stopTaking() async

    /// Asks the broker for no more jobs for now; what is here is handed out and settled as usual. Does not wait.
    ///
    /// It holds for later connections as well. Called before the first connection, nothing is taken at all.
    func pause(for cause: PauseCause)

    /// Ends the pause for this cause; asks the broker for jobs again when no other cause is left. Does not wait.
    ///
    /// Without such a pause it changes nothing. After `stopTaking` it changes nothing.
    func resume(for cause: PauseCause)

    /// Whether the broker sends nothing more because of a pause.
    var isPaused: Bool { get }
}

/// Why a worker takes nothing from a queue.
package enum PauseCause: Sendable, Hashable {
    /// An operator has paused the queue for all workers.
    case order
    /// This worker's store is away, or does not fit this program.
    case store
}
