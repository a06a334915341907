import SMPP
import VerificationCore

/// Writes a message as the `submit_sm` that carry it.
struct SMPPMessages: Sendable {
    private static let ucs2: UInt8 = 8
    /// A receipt at the end of the message's way, whether it arrived or not.
    private static let finalReceipt: UInt8 = 1

    let source: SMPPAddress
    let longTexts: SMPPLongTexts
    let asksForReceipts: Bool

    /// The parts of a message in the order in which they go out.
    ///
    /// `reference` joins the parts on the phone: two messages to a phone at the same time need different references.
    func submits(of message: OutgoingMessage, reference: UInt8) -> [SubmitMessage] {
        var submits = parts(of: message, reference: reference)
        // The receipts of other parts would name ids that nobody knows.
        if asksForReceipts, !submits.isEmpty { submits[submits.count - 1].registeredDelivery = Self.finalReceipt }
        return submits
    }

    private func parts(of message: OutgoingMessage, reference: UInt8) -> [SubmitMessage] {
        let encoding = message.text.encoding
        let parts = encoding.parts(of: message.text.text)
        guard parts.count > 1 else { return [submit(message, encoding.octets(of: message.text.text))] }
        switch longTexts {
        case .payload:
            var whole = submit(message, [])
            whole.parameters = [Parameter(.messagePayload, encoding.octets(of: message.text.text))]
            return [whole]
        case .parts:
            return parts.enumerated().map { index, part in
                // 05: five octets follow. 00 03: parts with an 8-bit reference.
                let header: [UInt8] = [5, 0, 3, reference, UInt8(clamping: parts.count), UInt8(clamping: index + 1)]
                var submit = submit(message, header + encoding.octets(of: part))
                submit.esmClass = .userDataHeader
                return submit
            }
        }
    }

    private func submit(_ message: OutgoingMessage, _ octets: [UInt8]) -> SubmitMessage {
        var submit = SubmitMessage(
            source: source, destination: .international(String(message.phone.e164.dropFirst())),
            dataCoding: message.text.encoding == .ucs2 ? Self.ucs2 : 0, shortMessage: octets)
        submit.validityPeriod = Self.period(message.validFor)
        return submit
    }

    /// A relative time, for example `000000001000000R` for ten minutes: days, hours, minutes and seconds.
    static func period(_ validFor: Duration) -> String {
        let seconds = max(1, validFor.components.seconds)
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let fields = [min(days, 30), rest / 3_600, rest / 60 % 60, rest % 60]
        return "0000" + fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined() + "000R"
    }
}
