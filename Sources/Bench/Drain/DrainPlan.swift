import VerificationCore

/// The requests of a measurement, in four languages; some requests repeat the phone of the request before them.
package struct DrainPlan: Sendable, Hashable {
    /// Where messages go.
    package enum Gateway: Sendable, Hashable {
        /// In the worker's own process.
        case sandbox
        /// A webhook whose receiver is on this machine, in a process of its own.
        case webhook
        /// A webhook at this URL.
        case url(String)
    }

    package let requests: Int
    /// 0 for no repeats, else at least 2; with 10, the 10th request repeats the 9th phone, the 20th request the 19th.
    package let reentrantEvery: Int
    /// Whether each request has a client's address, different from all others.
    package let hasAddresses: Bool
    package let gateway: Gateway
    /// How many workers share the queue, each in a process of its own.
    package let workers: Int
    package let history: History

    package init(
        requests: Int, reentrantEvery: Int, hasAddresses: Bool = true, gateway: Gateway = .sandbox, workers: Int = 1,
        history: History = .none
    ) {
        self.requests = requests
        self.reentrantEvery = reentrantEvery
        self.hasAddresses = hasAddresses
        self.gateway = gateway
        self.workers = workers
        self.history = history
    }

    /// The same requests as the easiest there are: no addresses, no history, and a single worker.
    package var plain: DrainPlan {
        DrainPlan(requests: requests, reentrantEvery: reentrantEvery, hasAddresses: false, gateway: gateway)
    }

    /// How many different phones the plan has; as many SMS should leave.
    package var distinctPhones: Int { requests - (reentrantEvery > 0 ? requests / reentrantEvery : 0) }

    /// Request number `index`, from 0.
    ///
    /// The phone, language and address of a number are the same in every run; the id and the times are not.
    package func request(
        _ index: Int, of app: AppID, keys: KeyRing, now: Timestamp, random: UInt64
    ) -> VerificationRequest {
        let isRepeat = reentrantEvery > 0 && index % reentrantEvery == reentrantEvery - 1
        let id = keys.makeID(for: app, at: now, random: random)
        let phone = BenchPhones.phone(isRepeat ? index - 1 : index)
        return VerificationRequest(
            id: id, app: app, phone: phone, language: LanguageTag(BenchPhones.language(index)),
            clientIP: hasAddresses ? IPAddress(BenchPhones.address(index)) : nil, requestedAt: now,
            deadline: now + .seconds(3_600))
    }
}
