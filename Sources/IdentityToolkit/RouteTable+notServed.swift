import AccountCore
import HTTPService
import HTTPTypes

extension RouteTable {
    /// What the wire has and this program does not serve; the answer says it in the wire's own form.
    ///
    /// If the answer said "unknown path", a developer would look for a wrong address in the client.
    var later: [Route] { laterForApps + laterForAdministrators + saml(of: project) + tenants }

    /// What Firebase's emulator has beside that, for a browser or for tools.
    var laterForTools: [Route] {
        let absent = NotServedResponder()
        let tenant = "/emulator/v1/projects/{project}/tenants/{tenant}"
        return [
            Route(.get, at: "/emulator/action", to: absent), Route(.get, at: "/emulator/openapi.json", to: absent),
            Route(.delete, at: tenant + "/accounts", to: absent),
            Route(.get, at: tenant + "/oobCodes", to: absent),
            Route(.get, at: tenant + "/verificationCodes", to: absent),
        ]
    }

    private var project: String { Self.v2 + "/projects/{project}" }

    private var laterForApps: [Route] {
        let absent = client(NotServedEndpoint())
        let methods = [
            ("signInWithEmailLink", "emailLinkSignin"), ("sendOobCode", "getOobConfirmationCode"),
            ("resetPassword", "resetPassword"),
            ("signInWithGameCenter", "signInWithGameCenter"),
        ]
        let others = [
            "accounts/passkeyEnrollment:start", "accounts/passkeyEnrollment:finalize",
            "accounts/passkeySignIn:start", "accounts/passkeySignIn:finalize",
        ]
        return methods.flatMap { post($0, formerly: $1, by: NotServedEndpoint()) }
            + others.map { Route(.post, at: Self.v2 + "/" + $0, to: absent) }
            + ["signOutUser", "setProjectConfig"].map { Route(.post, at: Self.v3 + "/" + $0, to: absent) } + [
                Route(.post, at: Self.v1 + "/accounts:issueSamlResponse", to: absent),
                Route(.get, at: Self.v2 + "/passwordPolicy", to: absent),
                Route(.get, at: Self.v2 + "/defaultSupportedIdps", to: absent),
            ]
    }

    private var laterForAdministrators: [Route] {
        let absent = administrator(NotServedEndpoint())
        return [
            Route(.post, at: Self.v1 + "/projects/{project}/accounts:sendOobCode", to: absent),
            Route(.post, at: project + "/identityPlatform:initializeAuth", to: absent),
        ]
    }

    private func saml(of parent: String) -> [Route] { collection(parent + "/inboundSamlConfigs", element: "provider") }

    /// The providers of identities that a part of a project would know.
    private func providers(of tenant: String) -> [Route] {
        ProviderKind.allCases.flatMap { collection("\(tenant)/\($0.rawValue)", element: "provider") } + saml(of: tenant)
    }

    /// A project has no parts here.
    private var tenants: [Route] {
        let absent = administrator(NotServedEndpoint())
        let (former, tenant) = (
            Self.v1 + "/projects/{project}/tenants/{tenant}", project + "/tenants/{tenant}"
        )
        let accounts = ["lookup", "update", "delete", "query", "batchCreate", "batchDelete", "sendOobCode"]
        let rights = ["getIamPolicy", "setIamPolicy", "testIamPermissions"]
        return collection(project + "/tenants", element: "tenant") + providers(of: tenant)
            + rights.map { Route(.post, at: "\(tenant):\($0)", to: absent) }
            + accounts.map { Route(.post, at: "\(former)/accounts:\($0)", to: absent) } + [
                Route(.post, at: former + "/accounts", to: absent),
                Route(.get, at: former + "/accounts:batchGet", to: absent),
                Route(.post, at: former + ":createSessionCookie", to: absent),
            ]
    }

    /// A list that is read and added to, and whose elements are read, changed and removed.
    private func collection(_ path: String, element: String) -> [Route] {
        let absent = administrator(NotServedEndpoint())
        return [.get, .post].map { Route($0, at: path, to: absent) }
            + [.get, .patch, .delete].map { Route($0, at: "\(path)/{\(element)}", to: absent) }
    }
}
