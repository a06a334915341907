import StrictJSON

/// `oobCodes` of the emulator: what was sent by e-mail, which is nothing.
struct MailedCodesEndpoint: WireEndpoint {
    func answer(_ call: WireCall) async throws -> JSONObject { ["oobCodes": []] }
}
