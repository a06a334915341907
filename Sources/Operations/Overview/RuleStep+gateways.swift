/// Steps about gateways, and about messages that people do not get.
extension [RuleStep] {
    static func noGateways(_ gateway: String) -> [RuleStep] {
        [
            RuleStep(
                "Which gateways did an operator switch off, and which circuits are open, and why?",
                run: "verifyd gateways list"),
            RuleStep(
                "Did an operator switch it off? Switch it on if the reason is gone: any gateway is better than none.",
                run: "verifyd gateways on \(gateway) --reason \"no other gateway is left\""),
            RuleStep(
                "Is its circuit open? Send yourself one real message and read the provider's answer. Call the provider, or add "
                    + "another gateway to the route in the settings and restart the workers one by one.",
                run: "verifyd gateways test \(gateway) YOUR_NUMBER"),
        ]
    }

    static func gatewayAway(_ gateway: String) -> [RuleStep] {
        [
            RuleStep(
                "Did an operator switch it off, or is its circuit open, and why? Can the others carry the load?",
                run: "verifyd gateways list"),
            RuleStep(
                "Send yourself one real message and read the provider's answer. A circuit closes by itself when calls succeed.",
                run: "verifyd gateways test \(gateway) YOUR_NUMBER"),
            RuleStep(
                "Was it switched off, and it works again? Switch it on.",
                run: "verifyd gateways on \(gateway) --reason \"the provider works again\""),
        ]
    }

    static func gatewayFails(_ gateway: String) -> [RuleStep] {
        [
            RuleStep(
                "What does the provider answer? The gateway's page has the reasons. Compare with the provider's status page.",
                run: "verifyd gateways list"),
            RuleStep(
                "Which gateways would get its messages? The command changes nothing.",
                run: "verifyd gateways off \(gateway) --dry-run"),
            RuleStep(
                "If others take them, switch it off. All workers follow before the command ends. Without another, call the "
                    + "provider: the calls that succeed still bring codes.",
                run: "verifyd gateways off \(gateway) --reason \"the provider fails\""),
        ]
    }

    static func putOff(_ gateway: String) -> [RuleStep] {
        [
            RuleStep("Which gateway refuses or throttles, and why?", run: "verifyd gateways list"),
            RuleStep(
                "Give it fewer messages where another gateway has the same routes; 1 is a small weight.",
                run: "verifyd gateways weight \(gateway) 1 --reason \"the provider throttles\""),
            RuleStep(
                "Do fewer requests wait in the retry queues? Each is retried by itself until its code expires.",
                run: "verifyd queues list"),
        ]
    }

    static func fewReceipts(_ gateway: String) -> [RuleStep] {
        [
            RuleStep(
                "Send a message to your own phone. It decides what is wrong: the messages, or only their receipts.",
                run: "verifyd gateways test \(gateway) YOUR_NUMBER"),
            RuleStep(
                "It arrives: receipts do not. Where should the provider send them, and does a proxy or a certificate refuse them?",
                run: "verifyd doctor"),
            RuleStep(
                "It does not arrive: switch the gateway off, so that others take its messages, and ask the provider.",
                run: "verifyd gateways off \(gateway) --reason \"accepts messages and delivers none\""),
        ]
    }

    static func notDelivered(_ gateway: String) -> [RuleStep] {
        [
            RuleStep(
                "Is it one gateway, or one country? The pages Countries and Gateways show it side by side.",
                run: "verifyd gateways list"),
            RuleStep(
                "Look at some of its verifications: what does the provider say of their messages?",
                run: "verifyd verifications list --gateway \(gateway)"),
            RuleStep(
                "Give the gateway less where another serves the country, and ask the provider about that country.",
                run: "verifyd gateways weight \(gateway) 1 --reason \"messages are not delivered\""),
        ]
    }

    static let fewApproved = [
        RuleStep(
            "In which country, and by which gateway? People who get no code cannot type it: look at what expired.",
            run: "verifyd verifications list --status expired"),
        RuleStep(
            "Send yourself a message through the gateway of that country. In all countries: did the app change its form?",
            run: "verifyd gateways test GATEWAY YOUR_NUMBER"),
        RuleStep(
            "Codes arrive and are not typed, in one range of numbers: it may be pumping. See whom a block would hit.",
            run: "verifyd blocks add PREFIX --dry-run"),
    ]
}
