/// Codes of providers that operators often meet, as sentences.
///
/// The sources, read in 2026:
/// - Twilio: the error and warning dictionary, twilio.com/docs/api/errors.
/// - Vonage: statuses of the SMS API's answers, developer.vonage.com/messaging/sms/guides/troubleshooting-sms, and
///   `err-code` of its receipts, developer.vonage.com/messaging/sms/guides/delivery-receipts.
/// - SMPP: `command_status`, SMPP 3.4, section 5.1.3. The `err` of a receipt is the operator's own; most operators write the
///   error of the Mobile Application Part there, 3GPP TS 29.002, section 17.6.6.
enum ProviderReasons {
    /// The sentences by reason, as the gateway's adapter writes reasons; empty for a kind without a table.
    static func table(of kind: String) -> [String: String] {
        switch kind {
        case "twilio": twilio
        case "vonage": vonage
        case "smpp": smpp
        default: [:]
        }
    }

    private static let twilio = [
        "error-20003": "Twilio did not accept the account or its secret.",
        "error-20404": "Twilio knows no such account or resource.",
        "error-20429": "Too many calls at once; Twilio did not process this one.",
        "error-20500": "Twilio had a fault of its own; the message may have left.",
        "error-20503": "Twilio was not available for a moment.",
        "error-21211": "The number is no valid phone number.",
        "error-21212": "The sender is no valid number or name.",
        "error-21265": "The number is a short code, which gets no SMS.",
        "error-21408": "The account may not send to this country: allow it under Geo permissions.",
        "error-21602": "The message had no text.",
        "error-21603": "The message had no sender.",
        "error-21604": "The message had no number to go to.",
        "error-21606": "The sender does not belong to the account, or cannot send SMS.",
        "error-21608": "A trial account sends only to numbers that it has verified.",
        "error-21610": "The person replied STOP to this sender.",
        "error-21611": "Too many messages of this sender wait at Twilio.",
        "error-21612": "Twilio has no way from this sender to this number.",
        "error-21614": "The number is no mobile number.",
        "error-21617": "The text is longer than 1,600 characters.",
        "error-21659": "The sender is no number of Twilio's, or of another country than the account's.",
        "error-21703": "The messaging service has no number to send from.",
        "error-30001": "Twilio's queue was full.",
        "error-30002": "Twilio has suspended the account.",
        "error-30003": "The phone cannot be reached: it is off, or without coverage.",
        "error-30004": "The carrier or the person blocks the message.",
        "error-30005": "The number is unknown, or no longer in service.",
        "error-30006": "The number is a landline, or its carrier cannot be reached.",
        "error-30007": "The carrier or Twilio filtered the message as unwanted.",
        "error-30008": "The carrier gave no reason.",
        "error-30034": "The sender is not registered for A2P 10DLC, which carriers in the US ask for.",
        "error-30036": "The message waited at Twilio until it was no longer valid.",
        "error-63017": "Too many messages a second for Twilio's whole account.",
    ]

    private static let vonage = [
        "status-1": "Vonage was sent too much at once.", "status-2": "A parameter was missing.",
        "status-3": "A parameter was not valid, for example the number.",
        "status-4": "Vonage did not accept the key or its secret.", "status-5": "Vonage had a fault of its own.",
        "status-6": "Vonage could not process the message, for example because of an unknown prefix.",
        "status-7": "The number is on Vonage's list of barred numbers.", "status-8": "Vonage has barred the account.",
        "status-9": "The account has no credit left.", "status-10": "Too many connections to Vonage at once.",
        "status-11": "The account may not send through this API.", "status-12": "The text was too long.",
        "status-14": "The signature of the call was wrong: check the secret and the clock.",
        "status-15": "The sender is not allowed for this number.", "status-22": "The network code was not valid.",
        "status-23": "The address for receipts was not valid.",
        "status-29": "A trial account sends only to numbers on its list.",
        "status-32": "The call had a signature and a secret, and may have only one.",
        "status-33": "The number has been deactivated.",
        "error-1": "The carrier gave no reason.", "error-2": "The phone was off or without coverage for a while.",
        "error-3": "The number is no longer in service.", "error-4": "The person or the carrier bars such messages.",
        "error-5": "The number has moved to another carrier, which failed.",
        "error-6": "The carrier filtered the message as unwanted.", "error-7": "The phone was busy.",
        "error-8": "The carrier's network had a fault.",
        "error-9": "The number is not allowed, or the person has opted out.",
        "error-10": "The carrier does not take such a message.", "error-11": "Vonage has no way to this number.",
        "error-12": "The carrier could not reach the phone.", "error-13": "The person's age bars such messages.",
        "error-14": "The carrier blocks the message, for example because of its sender.",
        "error-15": "The person's prepaid card has no credit.", "error-99": "Vonage or the carrier had a fault.",
    ]

    private static let smpp = [
        "smpp-1": "The message's length was not valid.", "smpp-4": "The link was not in a state to send.",
        "smpp-8": "The operator's SMSC had a fault of its own.", "smpp-a": "The sender is not valid at this operator.",
        "smpp-b": "The number is not valid at this operator.", "smpp-d": "The SMSC refused the sign-in.",
        "smpp-e": "The password was wrong.", "smpp-f": "The system id was wrong.",
        "smpp-14": "The SMSC's queue was full.", "smpp-15": "The service type is not valid at this operator.",
        "smpp-45": "The SMSC could not take the message, and gave no other reason.",
        "smpp-48": "The kind of sender (TON) is not valid at this operator.",
        "smpp-49": "The numbering plan of the sender (NPI) is not valid at this operator.",
        "smpp-50": "The kind of number (TON) is not valid at this operator.",
        "smpp-51": "The numbering plan of the number (NPI) is not valid at this operator.",
        "smpp-58": "The SMSC was sent too much at once.", "smpp-61": "The time of sending was not valid.",
        "smpp-62": "The time of validity was not valid.", "smpp-64": "The SMSC had a passing fault.",
        "smpp-65": "The SMSC had a lasting fault.", "smpp-66": "The SMSC refused the message.",
        "smpp-c3": "An optional parameter was missing that this operator asks for.",
        "smpp-c4": "An optional parameter was not valid at this operator.",
        "smpp-fe": "The message could not be delivered.", "smpp-ff": "The SMSC gave no reason.",
        "error-1": "Most operators mean by it: the number is unknown.",
        "error-5": "Most operators mean by it: the person is not known in the network that the phone is in.",
        "error-6": "Most operators mean by it: the phone cannot be reached now.",
        "error-9": "Most operators mean by it: the network does not serve this person.",
        "error-11": "Most operators mean by it: the person's contract has no SMS.",
        "error-12": "Most operators mean by it: the phone is barred from the network.",
        "error-13": "Most operators mean by it: the person or the operator bars such messages.",
        "error-21": "Most operators mean by it: the network does not offer SMS there.",
        "error-27": "Most operators mean by it: the phone is off or without coverage.",
        "error-31": "Most operators mean by it: the phone was busy with another message.",
        "error-32": "Most operators mean by it: the phone could not take the message, for example because it is full.",
        "error-34": "Most operators mean by it: the network had a fault.",
    ]
}
