/// Names an accepted message in the form of the provider whose protocol took it.
///
/// The run is a random number of each start. So a sandbox that starts anew gives no id for a second time, and a late
/// receipt finds no other message.
struct AcceptedID: Sendable, Hashable {
    let run: UInt32
    /// Counts the accepted messages of the run from 1.
    let number: UInt32

    /// For example `sandbox-1f9a33c2-7`, or `SM`, 8 digits of the run and 24 of the number for Twilio.
    func text(for wireProtocol: SandboxProtocol) -> String {
        switch wireProtocol {
        case .process, .webhook: "sandbox-\(String(run, radix: 16))-\(number)"
        case .twilio: "SM" + Self.hex(run, 8) + Self.hex(number, 24)
        case .vonage: vonage(part: 1)
        case .smpp: Self.hex(run, 8) + Self.hex(number, 8)
        }
    }

    /// Vonage gives each part of a message an id of its own; `part` counts from 1.
    func vonage(part: Int) -> String {
        (Self.hex(UInt32(clamping: part), 2) + Self.hex(run >> 8, 6) + Self.hex(number, 8)).uppercased()
    }

    private static func hex(_ number: UInt32, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
