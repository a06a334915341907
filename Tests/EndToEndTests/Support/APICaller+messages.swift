import StrictJSON

extension APICaller {
    /// Waits until the first message of a verification has this status.
    func shows(_ status: String, of id: String) async throws {
        try await eventually("the message is \(status)") {
            try await show(id).body["messages"]?.array?.first?["status"]?.string == status
        }
    }
}
