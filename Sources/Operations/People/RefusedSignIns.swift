import VerificationCore

/// Counts refused tries to sign in, so that a flood of them writes few lines into the audit.
///
/// A name and an address together have a line a minute at most, which says how many tries there were. So many pairs have a
/// line of their own; the others have one for each operator's name, and one for all other names. A process that ends forgets what it has counted since the last line.
struct RefusedSignIns {
    /// What a line of the audit says.
    struct Line: Hashable {
        /// Nil for all names that no operator has.
        let name: OperatorName?
        /// The address of the last try; nil where it is not known, or where there were too many to name.
        let address: IPAddress?
        let tries: Int
        /// Why, where a sign-in by the provider was refused; empty for a wrong password or code.
        var why = ""

        /// The entry for the audit.
        var entry: AuditEntry {
            let place = why.isEmpty ? "dashboard" : "dashboard by single sign-on: \(why)"
            return AuditEntry(
                actor: (name ?? .stranger).text, action: .signIn,
                subject: tries == 1 ? place : "\(place): \(tries) tries", result: .failed, address: address)
        }
    }

    private struct Source: Hashable {
        let name: OperatorName?
        /// An IPv6 subscriber has a whole network of addresses for nothing.
        let network: String?
        let why: String
    }

    private struct Tries {
        var count = 0
        var address: IPAddress?
        var writtenAt: Timestamp?
    }

    private static let pause = Duration.seconds(60)
    private static let mostSources = 60

    private var sources: [Source: Tries] = [:]

    /// Counts a try.
    ///
    /// `name`: nil for a name that no operator has; `why`: one of a few texts.
    mutating func count(_ name: OperatorName?, from address: IPAddress?, because why: String = "") {
        var (source, address) = (Source(name: name, network: address?.network, why: why), address)
        if sources[source] == nil, sources.count >= Self.mostSources {
            // A guess at an operator's name stays one, however many other addresses an attacker has tried before.
            (source, address) = (Source(name: name, network: nil, why: why), nil)
        }
        sources[source, default: Tries()].count += 1
        sources[source]?.address = address
    }

    /// The lines to write now.
    mutating func due(at now: Timestamp) -> [Line] {
        var lines: [Line] = []
        for (source, tries) in sources {
            if let writtenAt = tries.writtenAt, now < writtenAt + Self.pause { continue }
            guard tries.count > 0 else {
                sources[source] = nil
                continue
            }
            lines.append(Line(name: source.name, address: tries.address, tries: tries.count, why: source.why))
            sources[source] = Tries(count: 0, address: tries.address, writtenAt: now)
        }
        return lines
    }

    /// Counts a line's tries again, because the audit took no line.
    mutating func restore(_ line: Line) {
        sources[Source(name: line.name, network: line.address?.network, why: line.why), default: Tries()].count +=
            line.tries
    }
}
