import AccountCore
import Accounts
import StrictJSON

/// `accounts:batchCreate` (formerly `uploadAccount`): imports accounts, and says of each what was wrong with it.
struct BatchCreateEndpoint: WireEndpoint {
    let ports: AccountPorts
    let schema = WireSchema.batchCreate

    func answer(_ call: WireCall) async throws -> JSONObject {
        guard call.isAdministrator else { throw AccountError.refused(.insufficientPermission) }
        let body = call.body
        try body.refuseTenant()
        var records: [ImportedAccount] = []
        for user in try body.objects("users") ?? [] { records.append(try user.importedAccount()) }
        let problems = try await ImportAccounts(ports).run(
            records, overwrites: try body.truth("allowOverwrite") ?? false,
            isStrict: try body.truth("sanityCheck") ?? false, into: call.project)
        await call.note(.importedAccounts(records.count, refused: problems.count), with: ports)
        let errors = problems.map { problem -> JSONValue in
            ["index": .integer(Int64(problem.index)), "message": .string(problem.problem.text)]
        }
        return ["kind": "identitytoolkit#UploadAccountResponse", "error": .array(errors)]
    }
}

extension WireBody {
    fileprivate func importedAccount() throws(AccountError) -> ImportedAccount {
        var account = ImportedAccount()
        (account.id, account.tenant) = (try text("localId"), try filled("tenantId"))
        account.email = try filled("email")
        account.isEmailVerified = try truth("emailVerified") ?? false
        account.phone = try filled("phoneNumber")
        (account.passwordHash, account.password) = (try filled("passwordHash"), try filled("rawPassword"))
        (account.displayName, account.photoURL) = (try filled("displayName"), try filled("photoUrl"))
        account.isDisabled = try truth("disabled") ?? false
        account.customClaims = try text("customAttributes")
        for entry in try objects("providerUserInfo") ?? [] { account.identities.append(try entry.identity()) }
        account.factors = try wantedFactors("mfaInfo") ?? []
        (account.createdAt, account.lastSignInAt) = (try millisecond("createdAt"), try millisecond("lastLoginAt"))
        return account
    }

    private func identity() throws(AccountError) -> ImportedAccount.Identity {
        var identity = ImportedAccount.Identity()
        (identity.provider, identity.rawID) = (try filled("providerId"), try filled("rawId"))
        (identity.displayName, identity.photoURL) = (try filled("displayName"), try filled("photoUrl"))
        (identity.email, identity.screenName) = (try filled("email"), try filled("screenName"))
        return identity
    }
}

extension ImportError {
    /// What the answer says of the account.
    fileprivate var text: String {
        switch self {
        case .noID: "localId is missing"
        case .invalidID: "localId is invalid"
        case .existingID: "localId belongs to an existing account - can not overwrite."
        case .foreignTenant: "Tenant id in userInfo does not match the tenant id in request."
        case .invalidClaims: "Invalid custom claims provided."
        case .reservedClaim: "Custom claims provided include a reserved claim."
        case .claimsTooLarge: "Custom claims provided are too large."
        case .noRawID: "federatedId or (providerId & rawId) is required"
        case .invalidRawID: "provider id or raw id is invalid"
        case .existingRawID: "raw id exists in other account in database"
        case .invalidPhone: "phone number format is invalid"
        case .existingPhone: "phone number exists in other account in database"
        case .invalidEmail: "email is invalid"
        case .existingEmail: "email exists in other account in database"
        case .longProfile: "display name or photo url is too long"
        case .manyLinks: "an account has too many providers"
        case .factorWithoutEmail: "Second factor account requires email to be presented."
        case .factorWithUnverifiedEmail: "Second factor account requires email to be verified."
        case .existingFactorID: "Enrollment id already exists."
        case .invalidFactorID: "Enrollment id is invalid."
        case .secondFactor: "Second factor not supported."
        case .invalidFactorPhone: "Phone number format is invalid"
        case .manyFactors: "an account has too many second factors"
        }
    }
}
