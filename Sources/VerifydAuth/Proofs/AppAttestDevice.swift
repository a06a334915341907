#if canImport(DeviceCheck) && canImport(CryptoKit)
    import CryptoKit
    import DeviceCheck
    import Foundation

    /// The device on which the app runs.
    struct AppAttestDevice: AttestingDevice {
        var isSupported: Bool {
            guard #available(watchOS 9.0, *) else { return false }
            return DCAppAttestService.shared.isSupported
        }

        func makeKey() async throws(AttestingProblem) -> String {
            guard #available(watchOS 9.0, *) else { throw .unavailable }
            do { return try await DCAppAttestService.shared.generateKey() } catch { throw AttestingProblem(error) }
        }

        func attestation(of keyID: String, for text: String) async throws(AttestingProblem) -> Data {
            guard #available(watchOS 9.0, *) else { throw .unavailable }
            do {
                return try await DCAppAttestService.shared.attestKey(keyID, clientDataHash: Self.hash(text))
            } catch {
                throw AttestingProblem(error)
            }
        }

        func assertion(by keyID: String, over text: String) async throws(AttestingProblem) -> Data {
            guard #available(watchOS 9.0, *) else { throw .unavailable }
            do {
                return try await DCAppAttestService.shared.generateAssertion(keyID, clientDataHash: Self.hash(text))
            } catch {
                throw AttestingProblem(error)
            }
        }

        private static func hash(_ text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
    }

    extension AttestingProblem {
        /// An error of the system.
        fileprivate init(_ error: any Error) {
            let code = (error as? DCError)?.code
            self = code == .invalidKey || code == .invalidInput ? .keyIsGone : .unavailable
        }
    }
#endif
