import ArgumentParser
import VerificationCore

/// Which verifications a command is about.
struct VerificationFilterOptions: ParsableArguments {
    @Option(help: "How they stand now; a queued request is in its queue, and not listed.")
    var status: VerificationStatus?
    @Option(help: "Of this app only.")
    var app: String?
    @Option(help: "To numbers of this region only, such as DE.")
    var region: String?
    @Option(help: "To numbers that begin with this only, such as +4915.")
    var prefix: String?
    @Option(help: "With a message that this gateway has answered for last.")
    var gateway: String?
    @Option(
        help: "With this reason of the verification, of a message or of a gateway's call, such as error-30003.")
    var reason: String?
    @Option(help: "With a message that stands so now.")
    var message: MessageStatus?
    @Option(help: "Requested at this time or later, in UTC, such as 2027-01-31T18:00.", transform: moment)
    var from: Timestamp?
    @Option(help: "Requested before this time.", transform: moment)
    var until: Timestamp?

    func validate() throws {
        guard status != .queued else {
            throw ValidationError("no queued request is in the database: see `verifyd queues list`")
        }
        guard status != .approvedElsewhere else {
            throw ValidationError("a verification is approved; only the id of another request says approved_elsewhere")
        }
        guard region.map({ PhoneNumber.region(typed: $0) != nil }) ?? true else {
            throw ValidationError("--region must be like DE")
        }
        let typedPrefix = prefix.flatMap(PhonePrefix.init(typed:))
        guard prefix == nil || typedPrefix != nil else {
            throw ValidationError("--prefix must be like +49")
        }
        // A longer prefix would search for a number, and the audit keeps a line of each such search.
        guard typedPrefix.map({ $0.description.utf8.count <= VerificationFilter.longestPrefix + 1 }) ?? true else {
            throw ValidationError(
                "--prefix has \(VerificationFilter.longestPrefix) digits at most; `verifyd verifications show` finds a number"
            )
        }
        guard reason.map({ DeliveryReceipt.storableReason($0) != nil }) ?? true else {
            throw ValidationError("--reason has lower-case letters, digits and hyphens, such as error-30003")
        }
        if let from, let until, from >= until { throw ValidationError("--from must be before --until") }
    }

    var filter: VerificationFilter {
        VerificationFilter(
            status: status, app: app, region: region.flatMap(PhoneNumber.region(typed:)),
            prefix: prefix.flatMap(PhonePrefix.init(typed:)),
            gateway: gateway, reason: reason, message: message, from: from, until: until)
    }
}

/// Reads a verification's id from the command line.
func verificationID(_ text: String) throws -> VerificationID {
    guard let id = VerificationID(text) else { throw ValidationError("\(text) is no verification's id") }
    return id
}

private func moment(_ text: String) throws -> Timestamp {
    guard let moment = Timestamp(typed: text) else { throw ValidationError("write a time as 2027-01-31T18:00, in UTC") }
    return moment
}

extension MessageStatus: ExpressibleByArgument {}

extension VerificationStatus: ExpressibleByArgument {
    package static var allValueStrings: [String] { onRecord.map(\.rawValue) }
}
