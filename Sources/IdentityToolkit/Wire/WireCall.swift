import AccountCore
import Accounts
import StrictJSON
import VerificationCore

/// A call that was admitted, read as far as all calls are read alike.
struct WireCall: Sendable {
    let project: Project
    let right: AdmitCaller.Right
    /// The administrator who calls, by the key in `Authorization`; nil for others, and in an emulator without a key.
    let administrator: Operator?
    let body: WireBody
    /// The provider that the path names; nil for other paths.
    let provider: String?
    /// A parameter of the query, decoded; nil where it is missing or empty.
    let parameter: @Sendable (String) -> String?
    /// The language that the app asks for in `X-Firebase-Locale`; nil without.
    let locale: String?
    /// Where the caller is; nil in the emulator, which limits no caller by an address.
    let address: IPAddress?
    /// The token in `X-Firebase-AppCheck`, which SDKs add to every call where the app has App Check; nil without.
    let appCheck: String?
    /// The app's bundle id in `X-Ios-Bundle-Identifier`; nil without.
    let bundle: String?
    /// The assertion in `X-Verifyd-App-Attest`, which clients of our own send; nil without.
    let appAttest: String?
    /// Why the app has no proof, in `X-Verifyd-Missing-Proof` of clients of our own; nil without.
    let missingProof: String?
    /// Whether a web page calls, as far as the call says it.
    let isPage: Bool
    let trace: TraceContext?
    /// As Google numbers projects; all projects of an emulator have the number that Firebase's emulator gives.
    let projectNumber: String

    var isAdministrator: Bool { right == .administrator }

    /// Leaves a line in the audit, if it is an administrator who has called.
    func note(_ action: AdministratorAction, with ports: AccountPorts) async {
        await AdmitCaller(ports).note(action, by: administrator, in: project)
    }
}
