import HTTPService

/// A message as Twilio's API takes it.
struct TwilioOrder: Sendable {
    let to: String
    /// Nil where a messaging service picks the sender.
    let from: String?
    let service: String?
    let body: String
    let callback: String?
    /// Which try it is, from 1, as the sender counts.
    let attempt: Int

    /// Throws what Twilio says of a form that is no message.
    init(_ form: Form) throws(TwilioFault) {
        guard let to = form["To"] else { throw .noTo }
        guard Self.isNumber(to) else { throw .invalidTo }
        (from, service) = (form["From"], form["MessagingServiceSid"])
        guard from != nil || service != nil else { throw .noFrom }
        guard let body = form["Body"] else { throw .noBody }
        guard body.count <= 1_600 else { throw .longBody }
        self.to = to
        self.body = body
        callback = form["StatusCallback"]
        attempt = form["Attempt"].flatMap { Int($0) } ?? 1
    }

    var draft: SandboxMessage.Draft {
        var draft = SandboxMessage.Draft(face: .twilio, id: nil, phone: to, sender: from ?? service, text: body)
        draft.mayBeDuplicate = attempt > 1
        return draft
    }

    /// A plus that was not encoded arrives as a space, which Twilio refuses as well.
    private static func isNumber(_ text: String) -> Bool {
        text.hasPrefix("+") && (7...15).contains(text.utf8.count - 1)
            && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}
