/// The terms that pages use for things and numbers, in the order of the alphabet.
enum HelpTerms {
    static let all = [
        ("abandoned", "An event that is not retried any more, so its app does not receive it."),
        ("accepted", "A gateway took the message. It may still not arrive."),
        (
            "approved",
            "The person typed the right code. The share of the approved is the best measure of whether people get codes."
        ),
        ("backlog", "Requests that wait for a worker or for a retry, and whether they become more."),
        (
            "circuit breaker",
            "Keeps messages away from a gateway whose calls fail, and probes from time to time whether it works again."
        ),
        ("consumer", "A worker's claim to be handed messages of a queue; without consumers a queue only grows."),
        ("conversion", "The approved of the verifications that started, in percent."),
        (
            "dead letter",
            "A message that cannot be read, or that ran out of tries. It can be replayed."
        ),
        (
            "deduplicated",
            "Repeated requests for a number with a live verification: they got its id, and no code of their own."
        ),
        ("deferred", "An event that is retried later without a call, for example because its endpoint fails."),
        (
            "delivered",
            "The provider says that the message is on the phone. Some providers never tell. Of an event: its endpoint accepted it."
        ),
        ("event", "What an app is told by a webhook, for example that a code was typed."),
        ("heartbeat", "A sign of life of a process: of a worker once a second, of an API every five seconds."),
        ("in flight", "Requests that a worker has taken and not finished, of as many as it takes at the same time."),
        ("outbox", "Where events wait in the database until they are on their queue."),
        ("p50, p95", "Half of the calls took as long as p50 at most; 95 % took as long as p95 at most."),
        ("prefix", "The first digits of numbers. Limits write it as calling code and country, for example 49-DE."),
        ("probe", "A single call that tries whether a gateway whose circuit is open works again."),
        ("rate limit", "How many calls a second a gateway gets at most."),
        ("rate-limited", "A limit was used up, so the request was rejected; see below what each limit counts."),
        ("ready", "Messages that wait on a queue, and that no worker has taken."),
        ("receipt", "A provider's report on what became of a message, often minutes later."),
        (
            "rejected by policy",
            "Calls for numbers that the app may not send to, or that an operator has blocked; no verification started."
        ),
        (
            "retry queues",
            "Queues in which messages wait to be retried; each gives them back after a time of its own."
        ),
        ("retrying", "Messages in the retry queues."),
        ("started", "Verifications that started: the requests that came, without those that were deduplicated."),
        ("trace", "An id that a call brings along, by which its way can be followed through logs."),
        ("webhook", "A signed call to an app's endpoint, which carries an event."),
        ("weight", "A gateway's share of a route: of weights 3 and 1, three of four messages go to the first."),
    ]
}
