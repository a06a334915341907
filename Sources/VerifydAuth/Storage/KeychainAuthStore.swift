#if canImport(Security)
    import Foundation
    import Security

    /// A store in the keychain, which apps of Apple's platforms use without being asked to.
    ///
    /// The values can be read after the first unlocking of the device, also by an app in the background. They stay on this device:
    /// no backup takes them to another one. They outlive the app's removal, so an app that is installed again may find its user.
    /// On macOS the app needs an entitlement for the keychain; a tool without one takes a ``FileAuthStore``.
    public struct KeychainAuthStore: AuthStore {
        /// The service under which the values are.
        public let service: String
        /// The group of apps that share the values; nil for this app alone.
        public let accessGroup: String?

        /// Makes a store; nothing is read or written yet.
        ///
        /// - Parameters:
        ///   - service: a name that sets the values apart from others of the same apps.
        ///   - accessGroup: the group of an app and its extensions, from their entitlements; nil for this app alone.
        public init(service: String = "verifyd", accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// Returns the value under a key; nil if there is none.
        ///
        /// - Parameter key: the item's account.
        /// - Returns: the bytes of the last write.
        /// - Throws: ``AuthErrorCode/keychainError`` if the keychain cannot be read, for example before the first unlocking.
        public func read(_ key: String) throws -> Data? {
            var query = item(key)
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw Self.error(status) }
            return data
        }

        /// Puts a value under a key, in the place of the earlier one.
        ///
        /// - Parameters:
        ///   - value: the bytes; nil to remove the value.
        ///   - key: the item's account.
        /// - Throws: ``AuthErrorCode/keychainError`` with the keychain's status.
        public func write(_ value: Data?, forKey key: String) throws {
            guard let value else {
                let status = SecItemDelete(item(key) as CFDictionary)
                guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.error(status) }
                return
            }
            let content: [String: Any] = [
                kSecValueData as String: value,
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = update(key, to: content)
            if status == errSecItemNotFound {
                status = SecItemAdd(item(key).merging(content) { $1 } as CFDictionary, nil)
                // Another process has added it between the two calls.
                if status == errSecDuplicateItem { status = update(key, to: content) }
            }
            guard status == errSecSuccess else { throw Self.error(status) }
        }

        private func update(_ key: String, to content: [String: Any]) -> OSStatus {
            SecItemUpdate(item(key) as CFDictionary, content as CFDictionary)
        }

        private func item(_ key: String) -> [String: Any] {
            var item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecAttrAccount as String: key,
            ]
            if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
            #if os(macOS)
                item[kSecUseDataProtectionKeychain as String] = true
            #endif
            return item
        }

        private static func error(_ status: OSStatus) -> AuthError {
            let cause = NSError(domain: NSOSStatusErrorDomain, code: Int(status))
            return AuthError(.keychainError, userInfo: [NSUnderlyingErrorKey: cause])
        }
    }
#endif
