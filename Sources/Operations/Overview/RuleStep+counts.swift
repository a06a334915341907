/// Steps about waiting requests, limits, callers, dead letters and events.
extension [RuleStep] {
    static let backlog = [
        RuleStep("Are all workers there, and what do they have in flight?", run: "verifyd workers list"),
        RuleStep(
            "Is a gateway slow, or is its rate limit yours? More workers do not help then; perSecond in the settings does.",
            run: "verifyd gateways list"),
        RuleStep(
            "Otherwise start workers on more hosts; they share the queue at once. If the database is slow, they make it slower.",
            run: "sudo systemctl start verifyd-worker"),
    ]

    static let late = [
        RuleStep("Do requests wait on the queue? Then too few workers take them.", run: "verifyd queues list"),
        RuleStep(
            "Or are they in flight for long? Then workers wait for a gateway, or for the database.",
            run: "verifyd workers list"),
        RuleStep(
            "Is a gateway slow? Give its messages to another, or start more workers. Asking again sends people nothing twice.",
            run: "verifyd gateways list"),
    ]

    static let limits = [
        RuleStep(
            "Rules or limits? The page Failures says which. Is the newest rule too wide?", run: "verifyd blocks list"),
        RuleStep(
            "Ask for the number of a person who complains: what has it used of the limits?",
            run: "verifyd limits show APP --phone NUMBER"),
        RuleStep(
            "In an attack leave it as it is. If real people are hit, remove the rule, or reset the limit on the page Limits.",
            run: "verifyd blocks remove RULE --reason \"it hits real people\""),
    ]

    static let fewCalls = [
        RuleStep(
            "Does the API answer from outside? Else look at DNS, certificate, proxy and firewall.",
            run: "curl -i https://YOUR_API/readyz"),
        RuleStep("Was a key revoked, or an app changed?", run: "verifyd audit list --action change-key"),
        RuleStep(
            "Ask the people of the apps what they deployed, and see the calls come back.", run: "verifyd status --watch"
        ),
    ]

    static let deadLetters = [
        RuleStep("Which kind, and for which reason?", run: "verifyd queues list --reasons"),
        RuleStep(
            "Fix the cause first: delivery-limit means that workers died of them, unknown-app that the app is missing. "
                + "How many would move?", run: "verifyd queues replay dead --dry-run"),
        RuleStep(
            "Replay them. It is safe: a request that is too late or already sent sends nothing.",
            run: "verifyd queues replay dead --reason \"the cause is fixed\""),
    ]

    static let pausedEvents = [
        RuleStep(
            "Who paused it, why, and until when? Ask that person.", run: "verifyd audit list --action pause-queue"),
        RuleStep("Events, or receipts? How many wait?", run: "verifyd queues list"),
        RuleStep(
            "Resume it if the reason is gone; for receipts write receipts.",
            run: "verifyd queues resume events --reason \"the reason is gone\""),
    ]

    static func failingEvents(_ app: String) -> [RuleStep] {
        [
            RuleStep("Post one test event, and read the endpoint's answer.", run: "verifyd apps events \(app) --test"),
            RuleStep(
                "Tell the people of the app: their endpoint fails, and since when. Events are retried for 24 hours.",
                run: "verifyd apps events \(app)"),
            RuleStep(
                "Has the endpoint moved? Give verifyd the new address.",
                run: "verifyd apps events \(app) --url https://NEW_ADDRESS"),
        ]
    }
}
