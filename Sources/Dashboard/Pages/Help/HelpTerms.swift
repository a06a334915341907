/// Words that pages use for things and numbers, in the order of the alphabet.
enum HelpTerms {
    static let all = [
        ("accepted", "A gateway took the message. It may still not arrive."),
        (
            "approved",
            "The person typed the right code. The share of the approved is the best measure of whether people get codes."
        ),
        (
            "began",
            "Verifications that began: the requests that came, without those that joined a verification."
        ),
        (
            "breaker",
            "Keeps messages away from a gateway whose calls fail, and tries from time to time whether it works again."
        ),
        ("consumer", "A worker's claim to be handed messages of a queue; without consumers a queue only grows."),
        (
            "dead letter",
            "A message that cannot be read, or that ran out of tries. It can be replayed."
        ),
        ("delivered", "The provider says that the message is on the phone. Some providers never tell."),
        ("event", "What an app is told, for example that a code was typed; it is posted to the app's endpoint."),
        ("in hand", "Requests that a worker has taken and not finished, of as many as it takes at once."),
        ("joined", "Requests for a number whose verification was alive: they got its id, and no code of their own."),
        (
            "retry queues",
            "Queues in which messages wait for another try; each gives them back after a time of its own."
        ),
        ("outbox", "Where events wait in the database until they are on their queue."),
        ("pace", "How many calls a second a gateway gets at most."),
        ("prefix", "The first digits of numbers. Limits write it as calling code and country, for example 49-DE."),
        ("ready", "Messages that wait on a queue, and that no worker has taken."),
        ("receipt", "A provider's word on what became of a message, often minutes later."),
        ("started", "Requests that the API has put on the queue."),
        ("trace", "An id that a call brings along, by which its way can be followed through logs."),
        (
            "turned away",
            "Calls for numbers that the app may not send to, or that an operator has blocked; no verification began."
        ),
        ("weight", "A gateway's share of a route: of weights 3 and 1, three of four messages go to the first."),
    ]
}
