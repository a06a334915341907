import AccountCore
import Accounts
import Gateways
import VerificationCore

/// Silent pushes to apps on Apple's devices; there are none until they have a key.
package enum PushSettings {
    package static let keyFile = Setting(
        "identity.push.keyFile", .text,
        "file of the key for Apple's push service, AuthKey_….p8; without it no app gets a silent push")
    package static let keyID = Setting("identity.push.keyID", .appleID, "the key's id at Apple, for example ABC123DEFG")
    package static let teamID = Setting("identity.push.teamID", .appleID, "the team's id at Apple")
    package static let bundles = Setting(
        "identity.push.bundles", .bundles, "bundle ids of the apps that get silent pushes, with commas between them")
    package static let host = Setting(
        "identity.push.host", .pushHost, "host of Apple's push service, with a port if it is not 443",
        standard: "api.push.apple.com")
    package static let sandboxHost = Setting(
        "identity.push.sandboxHost", .pushHost, "the same for apps that Xcode has installed",
        standard: "api.sandbox.push.apple.com")

    static let all: [any DeclaredSetting] = [keyFile, keyID, teamID, bundles, host, sandboxHost]
}

/// A push service that is set up, and whom it serves.
package struct ConfiguredPushes: Sendable {
    package let sender: any PushSender
    /// In the order of the settings.
    package let bundles: [String]
}

extension Settings {
    /// Who sends silent pushes, and to which apps; nil where nothing is set up.
    ///
    /// `now`: the time, which Apple compares with its own. Throws what is wrong with the key's file or with a setting.
    package func pushes(now: @escaping @Sendable () -> Timestamp) throws(SettingsError) -> ConfiguredPushes? {
        let file = try valueIfSet(of: PushSettings.keyFile) ?? ""
        guard !file.isEmpty else {
            let others: [any DeclaredSetting] = [PushSettings.keyID, PushSettings.teamID, PushSettings.bundles]
            guard others.allSatisfy({ text(of: $0) == nil }) else { throw PushSettings.keyFile.missing }
            return nil
        }
        let key: APNsKey
        let (keyID, teamID) = (try value(of: PushSettings.keyID), try value(of: PushSettings.teamID))
        do throws(APNsKeyError) {
            key = try APNsKey(file: file, keyID: keyID, teamID: teamID)
        } catch {
            throw SettingsError("identity.push.keyFile: \(error.words)")
        }
        let hosts = APNs.Hosts(
            production: try value(of: PushSettings.host), sandbox: try value(of: PushSettings.sandboxHost))
        return ConfiguredPushes(
            sender: APNs(key, at: hosts, by: try way(IdentitySettings.way), now: now),
            bundles: try value(of: PushSettings.bundles))
    }
}

extension SettingForm<String> {
    fileprivate static var appleID: Self {
        Self(expecting: "an id of letters and digits, as Apple shows it") { text in
            (1...40).contains(text.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? text : nil
        }
    }

    fileprivate static var pushHost: Self {
        Self(expecting: "a host such as api.push.apple.com, or with a port such as api.push.apple.com:2197") { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count <= 2, HostName.isHost(parts[0].lowercased()) else { return nil }
            return parts.count == 1 || Int(parts[1]).map { (1...65_535).contains($0) } == true ? text : nil
        }
    }
}

extension SettingForm<[String]> {
    fileprivate static var bundles: Self {
        Self(expecting: "bundle ids such as com.example.shop, with commas between them") { text in
            let names = text.split(separator: ",").map { String($0.filter { $0 != " " }) }
            let isGood = names.allSatisfy { name in
                (1...155).contains(name.count)
                    && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
            }
            return isGood && !names.isEmpty ? names : nil
        }
    }
}
