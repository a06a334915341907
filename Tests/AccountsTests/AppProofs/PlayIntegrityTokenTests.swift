import AccountCore
import StrictJSON
import Testing
import VerificationCore

@testable import Accounts

/// Tokens as Play Integrity has them, made by jwcrypto 1.6.1.
@Suite("Tokens of Play Integrity")
struct PlayIntegrityTokenTests {
    private let ring: KeyRing
    private let shop: ProjectID
    /// The moment that the token names.
    private let now = Timestamp(seconds: 1_767_229_200)

    init() throws {
        ring = try KeyRing(TokenFixture.one)
        shop = try #require(ProjectID("demo-shop"))
    }

    @Test("a token opens with the app's keys, and says what it says")
    func good() throws {
        let token = try #require(EncryptedToken(Self.good))
        let inner = try #require(try keys().open(token))
        let verdict = try #require(inner.claims.flatMap(PlayIntegrityVerdict.init))
        #expect(verdict.nonce == "bm9uY2U", "padding goes")
        let rules = try rules()
        #expect(verdict.isGood(by: rules, at: now))
        for (offset, isGood) in [(-61, false), (-60, true), (300, true), (301, false)] {
            #expect(verdict.isGood(by: rules, at: now + .seconds(offset)) == isGood, "\(offset)")
        }
        let other = try #require(PlayIntegrityRules(packages: ["com.example.bank"]))
        #expect(!verdict.isGood(by: other, at: now))
        var strict = rules
        strict.certificates = [Array(1...32), Array(0...31)]
        #expect(verdict.isGood(by: strict, at: now))
        strict.certificates = [Array(1...32)]
        #expect(!verdict.isGood(by: strict, at: now))
    }

    @Test("claims without a verdict, or with another one, prove nothing")
    func claims() throws {
        let token = try #require(EncryptedToken(Self.good))
        let all = try #require(try keys().open(token)?.claims)
        let rules = try rules()
        let changes: [(String, JSONValue)] = [
            ("appIntegrity", ["appRecognitionVerdict": "UNRECOGNIZED_VERSION"]),
            ("appIntegrity", ["appRecognitionVerdict": "UNEVALUATED"]), ("appIntegrity", [:]),
            ("appIntegrity", ["appRecognitionVerdict": "PLAY_RECOGNIZED", "packageName": "com.example.other"]),
            ("appIntegrity", ["appRecognitionVerdict": "PLAY_RECOGNIZED"]),
            ("deviceIntegrity", ["deviceRecognitionVerdict": ["MEETS_BASIC_INTEGRITY"]]),
            ("deviceIntegrity", ["deviceRecognitionVerdict": "MEETS_DEVICE_INTEGRITY"]), ("deviceIntegrity", [:]),
            ("requestDetails", [:]), ("requestDetails", "x"),
            (
                "requestDetails",
                [
                    "requestPackageName": "com.example.shop", "nonce": "bm9uY2U",
                    "timestampMillis": .integer(.max),
                ]
            ),
        ]
        for (name, value) in changes {
            var claims = all
            claims[name] = value
            let isGood = PlayIntegrityVerdict(claims)?.isGood(by: rules, at: now) ?? false
            #expect(!isGood, "\(name) \(value)")
        }
    }

    @Test("a token that another key has encrypted or signed does not open")
    func otherKeys() throws {
        let token = try #require(EncryptedToken(Self.good))
        let other = Base64.encodeForURL(Array(repeating: 7, count: 32))
        #expect(try keys(decryption: other).open(token) == nil)
        let generator =
            "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54W"
            + "K84zV2sxXs7LtkBoN79R9Q=="
        #expect(try keys(verification: generator).open(token) == nil)
        #expect(try keys().open(token) != nil)
    }

    @Test("a token with any changed byte, with another algorithm, compressed, or cut off, does not open")
    func changed() throws {
        let keys = try keys()
        for offset in stride(from: 0, to: Self.good.count, by: 13) {
            let place = Self.good.index(Self.good.startIndex, offsetBy: offset)
            var text = Self.good
            text.replaceSubrange(place...place, with: text[place] == "A" ? "B" : "A")
            #expect(EncryptedToken(text).flatMap(keys.open) == nil, "\(text)")
        }
        for length in stride(from: 0, to: Self.good.count, by: 31) {
            #expect(EncryptedToken(String(Self.good.prefix(length))).flatMap(keys.open) == nil)
        }
        for text in [Self.compressed, Self.otherAlgorithm, Self.good + ".", Self.good + "=", "....", "", Self.inner] {
            #expect(EncryptedToken(text).flatMap(keys.open) == nil)
        }
        #expect(EncryptedToken(String(repeating: "A", count: 20_000)) == nil)
    }

    @Test("a file without both keys is refused, and keys show nothing when they are printed")
    func file() throws {
        for text in [
            "", "DECRYPTION_KEY=\(Self.decryption)", "VERIFICATION_KEY=\(Self.verification)",
            "DECRYPTION_KEY=AAAA\nVERIFICATION_KEY=\(Self.verification)",
            "DECRYPTION_KEY=\(Self.decryption)\nVERIFICATION_KEY=\(Self.decryption)",
        ] { #expect(PlayIntegrityKeys(file: text) == nil) }
        let keys = try keys()
        #expect("\(keys)" == "(keys of Play Integrity)" && "\(String(reflecting: keys))".count < 60)
    }

    @Test("kept keys open in their project only, outlive a change of the ring, and are shown to nobody")
    func sealed() throws {
        var rules = try rules()
        #expect(try keys().keep(in: &rules, of: shop, by: ring))
        let token = try #require(EncryptedToken(Self.good))
        #expect(PlayIntegrityKeys(of: rules, of: shop, by: ring)?.open(token) != nil)
        #expect(PlayIntegrityKeys(of: rules, of: try #require(ProjectID("demo-bank")), by: ring) == nil)
        let during = try KeyRing(TokenFixture.two + "," + TokenFixture.one)
        let resealed = try #require(rules.resealed(for: shop, by: during))
        #expect(resealed.decryptionKey?.keyName == during.currentName)
        let after = try KeyRing(TokenFixture.two)
        #expect(PlayIntegrityKeys(of: resealed, of: shop, by: after)?.open(token) != nil)
        #expect(rules.resealed(for: shop, by: after) == nil)
        var proofs = ProofRules()
        proofs.playIntegrity = rules
        proofs[.playIntegrity] = .enforce
        #expect(ProofRules(proofs.json) == proofs)
        #expect(proofs.shown["playIntegrity"]?["packages"] == ["com.example.shop"])
        #expect(proofs.shown["playIntegrity"]?["key"] == nil)
        #expect(proofs.words == "enforce play-integrity (com.example.shop)")
    }

    private func rules() throws -> PlayIntegrityRules {
        try #require(PlayIntegrityRules(packages: ["com.example.shop"]))
    }

    private func keys(
        decryption: String = Self.decryption, verification: String = Self.verification
    ) throws -> PlayIntegrityKeys {
        try #require(
            PlayIntegrityKeys(file: "VERIFICATION_KEY=\(verification)\r\nDECRYPTION_KEY = \(decryption)\n"))
    }
}

extension PlayIntegrityTokenTests {
    private static let decryption = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    /// A public key of P-256.
    private static let verification = inOneLine(
        """
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEOorGeuADav+6H+l6VFTe9g1UxkucU/s+ZSeToa0RySIXdBgzBzT8dMuADVJKkO9X \
        aQAR8gdOReXDqIyTVuF4GA==
        """)
    /// The signed token that is inside.
    private static let inner = inOneLine(
        """
        eyJhbGciOiAiRVMyNTYifQ.eyJyZXF1ZXN0RGV0YWlscyI6IHsicmVxdWVzdFBhY2thZ2VOYW1lIjogImNvbS5leGFtcGxlLnNob \
        3AiLCAidGltZXN0YW1wTWlsbGlzIjogIjE3NjcyMjkyMDAwMDAiLCAibm9uY2UiOiAiYm05dVkyVT0ifSwgImFwcEludGVncml0e \
        SI6IHsiYXBwUmVjb2duaXRpb25WZXJkaWN0IjogIlBMQVlfUkVDT0dOSVpFRCIsICJwYWNrYWdlTmFtZSI6ICJjb20uZXhhbXBsZ \
        S5zaG9wIiwgImNlcnRpZmljYXRlU2hhMjU2RGlnZXN0IjogWyJBQUVDQXdRRkJnY0lDUW9MREEwT0R4QVJFaE1VRlJZWEdCa2FHe \
        HdkSGg4Il0sICJ2ZXJzaW9uQ29kZSI6ICI0MiJ9LCAiZGV2aWNlSW50ZWdyaXR5IjogeyJkZXZpY2VSZWNvZ25pdGlvblZlcmRpY \
        3QiOiBbIk1FRVRTX0JBU0lDX0lOVEVHUklUWSIsICJNRUVUU19ERVZJQ0VfSU5URUdSSVRZIl19LCAiYWNjb3VudERldGFpbHMiO \
        iB7ImFwcExpY2Vuc2luZ1ZlcmRpY3QiOiAiTElDRU5TRUQifX0.6170H4f46YEzIGtbkgY_Aurc6P5Cl5RA5x2azIN9R5304yNVf \
        _aWarVxpQM0pnwyFyzuXxsYoOcoPbOQrVKF8g
        """)
    /// By A256KW and A256GCM.
    private static let good = inOneLine(
        """
        eyJhbGciOiAiQTI1NktXIiwgImVuYyI6ICJBMjU2R0NNIn0.unshbVE- \
        FcYGgkNNnIpQIp9UiU0X0crnPjkDE7zoBRHb5js_SmCqjw.FpBnUuCCHimUXcDt._U3Z-qc-oLz_GrVn7GbYrNAPGFSVuvsTmVgf \
        GcFeDTQ1R829NgRo9OluIX_g26YgpC_rqs3rVbw84UpOkNWzMnwyZmDYI7e_1joURktKnrb6Fc90VG0ujnRaFdjQnTvuo8Qb49XK \
        M19gxPw6sFF4y9AmZWO0cx0NNMMwPiWV0JFEsTBWOKv90Ph6fmvH2GXnNFb7v5OumQbYeE1dODwWuKD- \
        CpZYWEYCLi9WlZGeEcfahjw8TU7kQqy1hxGaESbKm43sDJSvAstYxg0IyT2BNXAAYJNPVHmtosMFxtgx3mZ14Tah- \
        NHgBoQlqhVFTnW29d7C74E--rIPGQJXa4PrHIZP4ukZ-PbbYneg0DS5RkKWRl8iktvFga1zAdKQgSzTVepuqGs8KsMYVkCvZszaI \
        kr_UoT2bW7nMgykaQcF7oeAck5_Cn1KB3xChpI1KwxbKDmBOxUiGpvoSj4K03icaLY9tFMcKiFsvgUt9SbPvi0wsjZpm5hhjQUjZ \
        3iHlkIPKLHqp8GyeQ0OBPkfgeNnV-4_7e_x7oucao7iCcUT3_VyIEubuI1hUKQQpCef- \
        cs8JfXCTwoSbRSHT72yfTfakULiEKo9x4E06UGJxCRyFnPp_LHe3yoqHuWP9XCd-0paJgTO-llukIAtK5_Kb8o7pZpktd9RGJ8i6 \
        cIIe2mimsUXZfEfkLS9DFy9Myt6YqFdsJrh0i8YnVPl8lbnIyq0fhu-Q7qxxTGDZoleeinX3- \
        VGUCZKjvugRycOVYRBBfvHzqbsFF9Tcp0SovzEGyzLF-orpx4PJ3hMO_m6TFCJAENXD9BE- \
        dtaPkBUdrldKEQn3S6VblRlax6oXJDRYL96Zmz-nLnBhWUawz8DAbF6W- \
        P7LLmgMmFJsdglHfUpYPRAOZfDPbyZH9Rkc_CkTEyO6B2IKh4jcDxtPNAKbznaIrWgj1eBp3v- \
        JKcog5lVam6tc06DlBKAoqMQ4ZEEmMagnnc.jatf6KOnOZjxYAPBiYO0ng
        """)
    /// The same, with a member `zip`.
    private static let compressed = inOneLine(
        """
        eyJhbGciOiAiQTI1NktXIiwgImVuYyI6ICJBMjU2R0NNIiwgInppcCI6ICJERUYifQ.OQOZ1lo9W1V61UnlX6jZD5PAiFjmhRB7E \
        ZEyA9h-CtdHCtA0EKGlyQ.99s1zp4JoY8N-B- \
        f.5iV3UzDjylhJvfCyPTB6JF9O7NqkVB4pSZDIxi67_UhZkaIgpHNGy22Qzav_ck-jb_KB-Nwi42JXHeOIfLeJIoKH5xS95vAorm \
        EmAxLlgarwFrTuQR7MX7wl1nZASKahSBqQyIT7Pqf42xqQqh7rM6jRD2PcihawrXlFDENMKRgxJi44cu4OfdzpYhn2mYNxfYAJv6 \
        60a1OeY--Q0zKsUc3j2f5OMCEjPLeljOCoLebLJjcFeTKHK-RsjcAybSGv6GG3arCWt3VYhLzFZBKT7jIRdRqM_31ACU9JsG3kDs \
        62Ef9TYzYmiu2aqSFufKFdHmPjrN8p3uZMHPW6FDnjbLPRYRgOUXwV8eeDfxEqV6cFOmTu_1Me8F_qiufwHW2bJ1- \
        Yyv1lKUMkOWTwJnIOzTcrV7JOJlzj46XadDPGsVH05OjmQztNTMKHGgyUBMVEljSvKcJntpb1BpEw9bxHJ5v1WtiLkj3VpJXQsVH \
        MTDNPsOoIQQ5yGq9eSCmFCIR3LGj9zZbSy630VRQZFlKVS6lIIL62g4TjPji6X5YnyiAjtfwYkv_e7cgwMIEtU7HsdwCM__giAKs \
        pqHgukastw_UQtyqtgctQvR74JTpp5Up5emuZg-2JHxD3o7uYjRV9Vknokkg5XW6jxCpLGA- \
        VKVKdtsWKX73xd9yg7d06tRItmS_JzwCBe_Sm9QhWZFw1ebCRfEKcHBdChKE7.BkQxd9o7VYwjhCMNX9hIpg
        """)
    /// By A256CBC-HS512.
    private static let otherAlgorithm = inOneLine(
        """
        eyJhbGciOiAiQTI1NktXIiwgImVuYyI6ICJBMjU2Q0JDLUhTNTEyIn0.56XPRizy674l_CmK6aHPdKWJBbscx36mQd36BVR1Gtp- \
        5H_GGo5p25IJaDLbFy_4Lxttkv1IMuxvP4- \
        6K5g5Rtq74KkQVZx2.9j2PcakDl7RubLtVqH0NMw.8oOcDEk0lXqrR46ViIgfCKxzjOg-sfpqokauXGwaFfHh41BD7h0NsFoZeJG \
        bYxtp9G5b9yW3LpTTQRSLoD_gc_lLSAYe4PHzpbqo3dvB5wtIdb4FjcdKOqamnIiPr5MCpE4Ka0Ei_QgtJouCKSCmSNCIqzlkUP3 \
        OTCkRJ0-ZWrSXHc3HqoW--8dD2ONdWH4UMAa-pQva7G5FLr1IQI6jbyfOBDJ-AK1KS_5UzwhVhW2eEMWo7Rc5VU_ElurUWYjbs78 \
        XwcOZbkaikDZW4YSwwURKXi7_f2BlxE1QfK9VK6yQ4nL4n5fycZtSbFVvdISzy8PjEPsflwEKVB9r1ScfyqP873JnKUuRu2Zi1D5 \
        _eurpUy0sCuldYU6DJUyE9DcJWscTaQ9dqFHxU5T085kRx_g1lEo0iHXyZEv4CShEX0Lt7RGnfdHdq4- \
        xjKG_kd1JftnSa7pM6AIpnuqo3PcPNzxSkb_dKOULePj-zTIRK6g61zP0IOuIQzWNUo6GLUw-G7c- \
        JWvHB21OOJz_3CiUUPucIqA93YH0RSj1Zg1uebLPSLt7QZmnQ8rQzKk9UuIwHZsQ25NuShKt1nVr- \
        7aN7jpF42cn4rQOjMyBUIDLysDp2uHMQCY7YyL8WMGOJ2x1vzeyJAFPo003eR4tonDHTCNvlBW-0ded- \
        g93QYS2bvNCTzHD4rnTbeWkPkB1D-ko09Q-rBVHCdy11e2X3dnl5O75ZUTpEPLFMr-xtZkXW1q6fLVPpZtF- \
        Et9M1wcwgq1xpyAwPPOTuSa1-_QdcKiVPuAleGeoPMqjpMiHRHDQPRJ25nAifjrmTgP-XymHkkOUrjhaJNMH6zxk3KEQ9nSC2y1u \
        mUbbO_hNfeemGi4CdSFZPaBtIROhbzoeLQJuCfWeR8ziTuGgs6vZl9J2P4FLQSnGEdPiWFqiIqTHbP5EJhes4fmlKZWr0nf1- \
        DroAk42YWF0yRPTFJL1i5DPOX9uQe3p_1BBKG4KWKIxlrTvMY.PaUEKBrj3QK5Gc-JTSWrIe6Qz8W3_6hs1F1v0Ah3gFY
        """)

    /// The tables are in lines of a readable length.
    private static func inOneLine(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
