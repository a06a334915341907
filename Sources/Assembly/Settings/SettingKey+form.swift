extension SettingKey {
    var form: SettingForm {
        switch self {
        case .databaseConnections: .number(2...200)
        case .retentionDays: .number(1...3_650)
        case .httpPort, .adminPort, .sandboxPort: .number(0...65_535)
        case .workerPrefetch: .number(1...10_000)
        case .workerTries: .number(1...100)
        case .gatewayInFlight: .number(1...100_000)
        case .gatewayPerSecond: .number(0...1_000_000)
        case .databaseAllowPlaintext, .amqpAllowPlaintext, .gatewayHonorsIdempotencyKeys,
            .gatewayServerErrorsMeanNotSent, .sandboxPublic:
            .truth
        case .gatewayDeadline: .duration(.seconds(1)...(.seconds(60)))
        case .queueLadder: .ladder
        case .codeKeys: .keyRing
        case .logLevel: .logLevel
        case .logFormat: .logFormat
        case .databaseURL, .amqpURL, .amqpCAFile, .queuePrefix, .httpHost, .adminHost, .sandboxHost, .gatewayKind,
            .gatewayURL, .gatewaySecret, .gatewayToken, .gatewaySender:
            .text
        }
    }
}

extension SettingKey {
    /// For whoever wrote another value.
    var expectation: String {
        switch form {
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .duration(let range):
            "a time such as 500ms, 10s or 2m, from \(range.lowerBound.components.seconds)s to "
                + "\(range.upperBound.components.seconds)s"
        case .truth: "true or false"
        case .text, .ladder, .keyRing, .logLevel, .logFormat: summary
        }
    }
}

extension Settings {
    /// What is wrong with the values that are set, whoever uses them; what is not set may not be needed.
    package var problems: [SettingsProblem] {
        SettingKey.allCases.compactMap { key in
            guard optionalText(key) != nil else { return nil }
            do {
                try check(key)
                return nil
            } catch let problem as SettingsProblem {
                return problem
            } catch {
                return SettingsProblem("\(key.rawValue): \(error)")
            }
        }
    }

    private func check(_ key: SettingKey) throws {
        switch key.form {
        case .text: break
        case .number: _ = try number(key)
        case .truth: _ = try truth(key)
        case .duration: _ = try duration(key)
        case .ladder: _ = try ladder()
        case .keyRing: _ = try keyRing()
        case .logLevel: _ = try logLevel()
        case .logFormat: _ = try logFormat()
        }
    }
}
