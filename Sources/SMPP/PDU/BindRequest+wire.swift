import NIOCore

extension BindRequest {
    init(role: BindRole, from buffer: inout ByteBuffer) throws(SMPPError) {
        let systemID = try buffer.readText("system_id", longest: 16)
        let password = try buffer.readText("password", longest: Self.longestPassword + 1)
        let systemType = try buffer.readText("system_type", longest: 13)
        self.init(systemID: systemID, password: password, systemType: systemType, role: role)
        interfaceVersion = try buffer.readOctet("interface_version")
        typeOfNumber = try buffer.readOctet("addr_ton")
        numberingPlan = try buffer.readOctet("addr_npi")
        addressRange = try buffer.readText("address_range", longest: 41)
    }

    func write(to buffer: inout ByteBuffer) throws(SMPPError) {
        try buffer.writeText(systemID, "system_id", longest: 16)
        try buffer.writeText(password, "password", longest: Self.longestPassword + 1)
        try buffer.writeText(systemType, "system_type", longest: 13)
        buffer.writeMultipleIntegers(interfaceVersion, typeOfNumber, numberingPlan)
        try buffer.writeText(addressRange, "address_range", longest: 41)
    }
}

extension BindResponse {
    init(from buffer: inout ByteBuffer) throws(SMPPError) {
        systemID = try buffer.readText("system_id", longest: 16)
        parameters = try buffer.readParameters()
    }

    func write(to buffer: inout ByteBuffer) throws(SMPPError) {
        try buffer.writeText(systemID, "system_id", longest: 16)
        try buffer.writeParameters(parameters)
    }
}
