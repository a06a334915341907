import Foundation
import Testing
import VerifydClient

@Suite("answers that a transport brings")
struct ClientResponseTests {
    @Test("names of headers are small, however the transport writes them")
    func headers() {
        let response = ClientResponse(status: 200, headers: ["Retry-After": "1"], body: Data())
        #expect(response.headers == ["retry-after": "1"])
    }
}
