import Synchronization
import VerificationCore

/// Counts the open connections of each network.
final class SharedConnections: Sendable {
    private let share: ConnectionShare
    private let counts = Mutex<[String: Int]>([:])

    init(_ share: ConnectionShare) { self.share = share }

    /// Counts a connection in each network around the address; counts nothing, and returns false, where one has enough.
    func open(from address: IPAddress) -> Bool {
        let networks = networks(around: address)
        return counts.withLock { counts in
            let hasRoom = networks.allSatisfy { counts[$0.network, default: 0] < share.most * $0.multiple }
            guard hasRoom else { return false }
            for (network, _) in networks { counts[network, default: 0] += 1 }
            return true
        }
    }

    /// Ends what `open` has counted.
    func close(from address: IPAddress) {
        let networks = networks(around: address)
        counts.withLock { counts in
            for (network, _) in networks {
                let left = counts[network, default: 0] - 1
                counts[network] = left > 0 ? left : nil
            }
        }
    }

    private func networks(around address: IPAddress) -> [(network: String, multiple: Int)] {
        share.proxies.contains { $0.contains(address) } ? [] : address.networks
    }
}
