import Connections
import Glibc

extension SharedSocket {
    /// Calls `send` for each element; from several elements the kernel makes full packets, so the broker wakes up less.
    func gathering<Element, Failure: Error>(
        _ elements: [Element], _ send: (Element) throws(Failure) -> Void
    ) throws(Failure) {
        if elements.count > 1 { setCork(1) }
        defer { if elements.count > 1 { setCork(0) } }
        for element in elements { try send(element) }
    }

    private func setCork(_ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
