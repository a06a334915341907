import AccountCore
import HTTPService
import HTTPTypes
import VerificationCore

// Who a person is at other providers, and what a person proves beside the first factor.
extension RouteTable {
    var identities: [Route] {
        post("signInWithIdp", formerly: "verifyAssertion", by: SignInWithIDPEndpoint(ports: accounts))
            + [
                ("accounts:revokeToken", RevokeTokenEndpoint(ports: accounts)),
                ("accounts/mfaEnrollment:start", StartEnrollmentEndpoint(ports: accounts)),
                ("accounts/mfaEnrollment:finalize", FinalizeEnrollmentEndpoint(ports: accounts)),
                ("accounts/mfaEnrollment:withdraw", WithdrawEnrollmentEndpoint(ports: accounts)),
                ("accounts/mfaSignIn:start", StartSecondFactorEndpoint(ports: accounts)),
                ("accounts/mfaSignIn:finalize", FinalizeSecondFactorEndpoint(ports: accounts)),
            ].map { (path: String, endpoint: any WireEndpoint) in
                Route(.post, at: Self.v2 + "/" + path, to: client(endpoint))
            } + ProviderKind.allCases.flatMap(providers)
    }

    private func providers(_ kind: ProviderKind) -> [Route] {
        let list = Self.v2 + "/projects/{project}/" + kind.rawValue
        let one = list + "/{provider}"
        return [
            Route(.get, at: list, to: administrator(ListProvidersEndpoint(kind: kind), of: .admin)),
            Route(.post, at: list, to: administrator(AddProviderEndpoint(ports: accounts, kind: kind), of: .admin)),
            Route(.get, at: one, to: administrator(ShowProviderEndpoint(kind: kind), of: .admin)),
            Route(.patch, at: one, to: administrator(ChangeProviderEndpoint(ports: accounts, kind: kind), of: .admin)),
            Route(.delete, at: one, to: administrator(RemoveProviderEndpoint(ports: accounts, kind: kind), of: .admin)),
        ]
    }
}
