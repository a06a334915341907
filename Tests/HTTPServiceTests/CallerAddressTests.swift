import Testing
import VerificationCore

@testable import HTTPService

@Suite("The address of a caller, as a proxy tells it")
struct CallerAddressTests {
    @Test(
        "is read with and without a port, in both versions of the protocol",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), (" \t192.0.2.1\t ", "192.0.2.1"), ("192.0.2.1:8080", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"), (" [2001:db8::1]:8080", "2001:db8::1"),
        ])
    func told(element: String, address: String) {
        #expect(CallerAddress.told(element[...]) == IPAddress(address))
    }

    @Test(
        "is none where the words are no address",
        arguments: ["", "unknown", "_hidden", "192.0.2", "[192.0.2.1", "::1::"])
    func nothing(element: String) {
        #expect(CallerAddress.told(element[...]) == nil || element == "[192.0.2.1")
    }
}
