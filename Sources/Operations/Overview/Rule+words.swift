import VerificationCore

/// What the pages say of the rules themselves.
extension Rule {
    /// What makes it hold, for the page that explains the rules.
    package var condition: String {
        switch self {
        case .databaseAway: "The database gives the dashboard no answer within two seconds."
        case .brokerAway: "The broker gives the dashboard no answer."
        case .brokerBlocked:
            "The broker does not confirm a message that the dashboard publishes, or says that it accepts none; RabbitMQ does so "
                + "under an alarm for memory or disk."
        case .noAPI:
            "No API process has had a heartbeat for \(Lately.shortest.components.seconds) s; a process has one every "
                + "5 s. In the dashboard's own first minute: for one to two minutes."
        case .notQueued:
            "Of the calls of the last half minute that start a verification, the broker has not confirmed "
                + "\(Limits.percent(Limits.someFail)). At least \(Limits.leastFresh) calls."
        case .requestsPaused: "An operator has paused the queue of requests."
        case .workersHeld:
            "A worker has a heartbeat and says that it is held up by the database: DOWN when all workers say so. Workers that "
                + "end, or began less than \(Limits.young.components.seconds) s ago, do not count."
        case .noWorkers:
            "No worker consumes requests, and nobody has paused them; or no worker has had a heartbeat for "
                + "\(GatewayStatuses.workerLease.components.seconds) s."
        case .workerSilent:
            "The broker has more consumers of requests than workers have a heartbeat, and a worker became unresponsive "
                + "within the last \(Limits.silent.components.seconds) s, while other workers respond."
        case .noGateways: "A route has no gateway left: each is switched off, or its circuit is open."
        case .gatewayAway: "A gateway is switched off, or its circuit is open; its traffic goes through other gateways."
        case .gatewayFails:
            "Of a gateway's calls in \(Counts.callMinutes) minutes, \(Limits.percent(Limits.someFail)) fail; "
                + "\(Limits.percent(Limits.manyFail)) is DOWN. At least \(Limits.leastCalls) calls; or "
                + "\(Limits.leastNewCalls) in the last half minute, when \(Limits.percent(Limits.manyFail)) of them fail. "
                + "It is over when at least \(Limits.leastFresh) calls came in the last half minute, and fewer than "
                + "\(Limits.percent(Limits.someFail)) of them failed; when \(Limits.leastFresh) calls came and none failed for "
                + "a whole minute; or when no call has failed, or came, for \(Counts.callMinutes) minutes. "
                + "It is no more than DEGRADED while other gateways take the messages of all its routes. "
                + "A gateway that gets no messages is not judged."
        case .putOff:
            "A fifth of what arrives in a minute is waiting for a retry at a gateway, at least \(Limits.leastFresh) requests; "
                + "DOWN when no gateway has accepted a message in the last half minute."
        case .codesLate:
            "Of 20 requests that were processed in \(Counts.rateMinutes) minutes, a request waited longer than "
                + "\(Limits.late.components.seconds) s, and a request waits for as long now; "
                + "\(Limits.veryLate.components.seconds) s is DOWN. Where no request was processed: a request has been in "
                + "flight for longer than \(Limits.longInHand.components.seconds) s."
        case .backlogGrows:
            "The oldest waiting request is older than \(Limits.old.components.seconds) s, and as many requests arrive as are processed, or more."
        case .limitsHold:
            "Rate limits or policy reject \(Limits.percent(Limits.manyHeld)) of the requests in "
                + "\(Counts.funnelMinutes) minutes, at least \(Limits.leastStarts) requests; or "
                + "\(Limits.percent(Limits.mostHeld)) in the last half minute, at least \(Limits.leastCalls) requests; or policy "
                + "rejects \(Limits.percent(Limits.blocked)) of those to a country, at least \(Limits.leastCalls), where "
                + "it did not a week ago; or they reject as much of an app's requests. "
                + "It is over when they reject fewer than \(Limits.percent(Limits.fewHeld)) in half a minute."
        case .callsFall:
            "In \(Counts.funnelMinutes) minutes a tenth of the calls of the same minutes of last week arrive, or fewer, in "
                + "all or of an app. "
                + "At least \(Limits.leastStarts) calls last week."
        case .deliversLittle:
            "Fewer than \(Limits.percent(Limits.fewDelivered)) of the messages that a gateway with receipts accepted are "
                + "reported delivered. They are first messages of \(Counts.deliveryMinutes) minutes that ended "
                + "\(Counts.receiptMinutes) minutes ago, and that left at once, so that their receipts had time to come. "
                + "At least \(Limits.leastReceipts) messages, or \(Limits.leastLost) of which none was delivered. A gateway that "
                + "delivered as little a week ago is not accused."
        case .notDelivered:
            "Of the receipts of messages of \(Counts.callMinutes) minutes, half say that the message will not arrive, in "
                + "all, in a country or of an app. At least \(Limits.leastReceipts) receipts."
        case .approvedFalls:
            "Conversion is a third below the same minutes of last week, in all, in a country or of an app. "
                + "At least \(Limits.leastStarts) verifications in both. Or no verification of an app is approved, of "
                + "at least \(Limits.leastCalls), while those of other apps are, or its own were a week ago."
        case .deadLetters:
            "Messages were dead-lettered within \(LookHistory.deadMemory.components.seconds / 60) minutes."
        case .eventsPaused: "An operator has paused events or receipts."
        case .eventsFail:
            "In the last half minute no event was delivered to an app, and \(Limits.leastFresh) calls of its endpoint failed "
                + "or events were deferred; or of the calls of \(Counts.callMinutes) minutes half failed. It holds while events "
                + "wait for a retry and none is delivered to the app."
        }
    }

    /// What a person does first when it holds.
    package var advice: String {
        switch self {
        case .databaseAway:
            "Look at PostgreSQL; the command verifyd doctor says what this program sees. Requests wait on their queue in the meantime."
        case .brokerAway:
            "Look at RabbitMQ; the command verifyd doctor says what this program sees. Codes already sent can still be checked."
        case .brokerBlocked:
            "Free memory or disk on the broker's hosts: rabbitmq-diagnostics alarms names the host. The command verifyd doctor "
                + "publishes a message and says what the broker answers. Nothing has to be restarted."
        case .noAPI: "Start verifyd api; without it no code can be requested by HTTP, and none can be checked."
        case .notQueued:
            "Look at RabbitMQ's log and its alarms for memory and disk: it accepts nothing during an alarm."
        case .requestsPaused: "Ask who paused it, and resume it on the page Queues."
        case .workersHeld:
            "Look at the log of a worker that is held up, or run verifyd doctor on its host: it says what does not fit. Run "
                + "verifyd migrate, start the version that fits the schema, or grant what is missing. Workers resume by themselves."
        case .noWorkers:
            "Start workers, and end one that hangs. The page Workers has the last heartbeats; the log on that host says why it ended. "
                + "Requests that wait are sent when a worker is there."
        case .workerSilent:
            "Look at the page Workers for the unresponsive worker. End its process, so that the broker hands its requests to others "
                + "at once."
        case .noGateways:
            "See on the page Gateways which are off and which fail, and why. Switch on what an operator switched off, and call the "
                + "provider of the others. A circuit closes by itself when calls succeed again."
        case .gatewayAway:
            "People get their codes. See on the page Gateways why it fails and whether the others carry the load, and ask the "
                + "provider. A circuit closes by itself when calls succeed again."
        case .gatewayFails:
            "Look at the gateway's reasons; shift its traffic to another gateway by its weight, or switch it off."
        case .putOff:
            "Look at the page Gateways for which one refuses or throttles. The requests are retried by themselves."
        case .codesLate, .backlogGrows:
            "Start more workers, or find what holds them: gateways that answer late, or the database."
        case .limitsHold:
            "Look at the page Failures for the limit, and at Limits for a phone or an address. "
                + "Limits do their work when somebody attacks; reset a limit only where it rejects real people. "
                + "The page Limits also has the rules on numbers and prefixes: a rule may be too wide."
        case .callsFall:
            "Ask the backends: a wrong key, a wrong address or a proxy keeps their calls away. "
                + "The API's log says what it refuses."
        case .deliversLittle:
            "Send yourself a message with verifyd gateways test. Where it does not arrive, switch the gateway off or take "
                + "weight from it, and ask the provider. Where it arrives, its receipts do not: look at the address to which "
                + "the provider sends them."
        case .notDelivered:
            "Compare gateways and countries: a route of a provider may be broken. Shift the traffic to another gateway."
        case .approvedFalls:
            "Compare countries and gateways: people who get no code cannot type it. "
                + "Messages that are delivered and whose codes nobody types may be fraud."
        case .deadLetters:
            "Look at their reasons on the page Failures; delivery-limit means that workers died of them. Fix the cause, "
                + "then replay them on the page Queues."
        case .eventsPaused: "Resume it on the page Queues; nothing is lost in the meantime."
        case .eventsFail:
            "People get their codes. Look at the page Events for the answers, and tell the people of the app. Events are retried for "
                + "24 hours."
        }
    }
}
