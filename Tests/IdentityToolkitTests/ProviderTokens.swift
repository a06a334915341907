// Made by Tests/EndToEndTests/Python/make_provider_tokens.py.

/// ID tokens of other providers, made by PyJWT at 1,767,229,200 seconds after 1970.
enum ProviderTokens {
    static let nonce = "a raw nonce of the app's own"
    static let keys = #"""
        {"keys":[{"kty":"EC","crv":"P-256","x":"EJFYuUIlZOGYZR9YnbawWKWEq9bCZo8DGlwWlvS_l2A","y":"vL6kxuk2_1\#
        jbtpftl0pTBqfIh9F7OR6RFv-w-0EPpHs","kid":"es-1","use":"sig"},{"kty":"RSA","n":"pHZGJnsRha7gacBwOka72\#
        ykgdS4vsx6nD3Sl2xTwm5mdFwl2Xt0p9q_QLdmo3JjzihBqZNqUAWs8A5wF3JjKBQa8SPEix2UBcTMRp5UIFPuMz8VJLZkHRLeOi\#
        iZIxU6aqHgEkJVdpmk2sR95rvH1FPYGy8p0Lz7YlEwddbQ4QFCzANZo8WrgtwcGyF2fg8DK1Is44njZibBqSDep-5Gq5gsFM9xJV\#
        MPovtS95eYTn2DRvJVLa2E1KAws-2V6okXKaUNvGI6Gm9MdDQhe2aZLQcvS9B8k9kUt4QOXpmI6jBdt-dpvQ4vLe_pKLceWRoD7L\#
        e4NtJvimA7N90olM68fbw","e":"AQAB","kid":"rs-1","use":"sig"},{"kty":"EC","crv":"P-384","x":"F40n2tsrh\#
        Gm-1AdeG_4yJuDy22OqaDhsEkAXW83lUKMb7_mvz3zK97KHqKQAy4YK","y":"Kv-hZnU6KXnMH-bds839Ruci6sWbc9wJFcckW2\#
        iW8jISfmSv3-9GX3ssFfsuIx1K","kid":"es-3","use":"sig"}]}
        """#

    static let newKeys = #"""
        {"keys":[{"kty":"EC","crv":"P-256","x":"YABAE6VnCsYMbeXnsCBVx7viGPYmz5aQVAGrLSXYJS0","y":"FWQwIC1v0S\#
        pFiyCwinJGkmjse1eZAyDYqgJo6RidTc0","kid":"es-2","use":"sig"}]}
        """#

    /// By their names.
    static let good: [String: String] = [
        "apple": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.STUWt4_RlBn7Ax1syboqCLktV_2PLXSq7XSf5T7_rqqZJudrEcqVi19m3AGko0ouZ_L1cr5I0P2CmNpSq7lk6A
        """#,
        "appleWithoutNonce": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.p8UrtAK8rOZLOib_AvphOIGjoEe4Sd3FGYZ6sbU0glz4CeL7FdCmPeqdaphpW64PkTOW-D9Zbqiw9mUdTp2QLg
        """#,
        "google": #"""
        eyJhbGciOiJSUzI1NiIsImtpZCI6InJzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJhY2NvdW50cy5nb29nbGUuY29tIiwiYXpwI\#
        joiYW5kcm9pZC5hcHBzIiwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjExMDE2OTQ4NDQ3NDM4NjI3NjMzNCIsImVtY\#
        WlsIjoiYWRhQGV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOnRydWUsIm5hbWUiOiJBZGEgTG92ZWxhY2UiLCJnaXZlbl9uY\#
        W1lIjoiQWRhIiwiZmFtaWx5X25hbWUiOiJMb3ZlbGFjZSIsInBpY3R1cmUiOiJodHRwczovL3BpY3R1cmVzLmV4YW1wbGUvYWRhI\#
        iwiaWF0IjoxNzY3MjI5MTkwLCJleHAiOjE3NjcyMzI3OTB9.gD_7DnsKs_Fesy7RZpWfWRi6WZPw-cCVdV0oq2dtg0l-SNp-Ou4t\#
        YSF6iBFXo-TuGex9-UpeTJw5au6T6qwEbtYg4ulsaIiRcWPkjtRYwjGSKQ3U8ntPDcZgEAL5uX33Tg-M67nxZY6hos0u4fKIseds\#
        d2teaZKGLyxW7qite8ZIwAjdnmafYSwx_Pc8TPpiL8LILnLdoGUKoUXiXRiiEupDdWLQJDaQJdbeq4sHTRMw0Pp25G3R8j611hMp\#
        KlzDZ0-tHnAWVhAfMPloWupRp-9aCJm18KTl7GVFfTuGYQPiTj9KOmximPApPzGxtcRNfvxKJC4x1s7Ei__2Qd-jmQ
        """#,
        "facebook": #"""
        eyJhbGciOiJSUzI1NiIsImtpZCI6InJzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL3d3dy5mYWNlYm9vay5jb20iL\#
        CJhdWQiOiJjb20uZXhhbXBsZS5zaG9wIiwic3ViIjoiNDMyMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxNzY3MjMyNzkwLCJqd\#
        GkiOiJvbmUiLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJlbWFpbCI6ImFkYUBleGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlLCJuYW1lIjoiQWRhIExvdmVsY\#
        WNlIiwicGljdHVyZSI6Imh0dHBzOi8vcGljdHVyZXMuZXhhbXBsZS9hZGEifQ.C3w1b2ahov7tVoJYnknzRwQQlZi94ZQzJKtVeW\#
        SDbbY5eU8-hZQBnfWi5RWYZe3IVqSWHXimsAET0bn-LjGv3IIAkMU_go-RctLJvYuzYPqNzUKceitYtvexna7Wq7O0bmsFXo0tZk\#
        2Jf2FycB6aaNAMliROf2dWmnOgcz9KgoGN_fjVC45hGtEcHKPjGJK5cYI4Oed2jOwJDXvn4oDWUX2Hb4YoMIW9A15e4ZTN35JcU1\#
        3OCVrSerVB4SqZkZ8zB0bvx58k-QQdwU8fD10wCEGi75p5laxS3EbQZlmQXoKZb5tlMSpBoR_7DZq2aFjGcoROAeIAXXz4plVzlk\#
        7a_g
        """#,
        "facebookWithoutNonce": #"""
        eyJhbGciOiJSUzI1NiIsImtpZCI6InJzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL3d3dy5mYWNlYm9vay5jb20iL\#
        CJhdWQiOiJjb20uZXhhbXBsZS5zaG9wIiwic3ViIjoiNDMyMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxNzY3MjMyNzkwLCJqd\#
        GkiOiJvbmUiLCJlbWFpbCI6ImFkYUBleGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlLCJuYW1lIjoiQWRhIExvdmVsY\#
        WNlIiwicGljdHVyZSI6Imh0dHBzOi8vcGljdHVyZXMuZXhhbXBsZS9hZGEifQ.Ol_pIB8mEDzKdY_352GYF2zJtSUl_hjIp05Hzn\#
        MlnSYKXKfyMrCbUNE7q6cBv5n2v3-ufqjFS5uEO6ibvq9NO8yzAKi1rS8gUqIQXd1OIl2ZyZqlbkB_g1vh4y0rq1LPhL61n5sNn5\#
        SxlHDMJFv420DstUeONcPsKKmToYJatMdHILkzIW2CMPH_j85o7J_pksomEtR0KbZPHQHycDj4wK4aCiFvgWYA9S3LKp9Fi6DZrz\#
        EyeBO4hTW5w0cVtzWTfKvYc7j1z99h2ZzMsfdF7ocutjyUx7Dlarizag_E23m1BXYn84TgzC5RygKd82H0okurf7L8JoAI_qzkKr\#
        VP_w
        """#,
        "house": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUvc2hvcC8iL\#
        CJhdWQiOlsiY29tLmV4YW1wbGUuc2hvcCJdLCJzdWIiOiJhZGEiLCJpYXQiOjE3NjcyMjkyMDAsImV4cCI6MTc2NzIyOTI2MH0.b\#
        7tVOFmZytcsm4nluxGTwTKjvTeunP-pPz4kHTHuwqrsNbH1ryKHMCmobVSZCTGLPgExemIriUOBh1fiq2sQcw
        """#,
        "ofNewKey": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTIiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6Im5ldyIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxNzY3MjI5ODAwLCJub\#
        25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2MWFmZmUxYTAiLCJub\#
        25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOiJ0cnVlIn0.qroij\#
        O7xSmkP_nVbdlaq0oFTCrV9AbXQIQpAOQYR8ah-DmQriJbV1hVU8NelMuoyESYyMmaIafctH4k_Vm43vA
        """#,
        "forTwo": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjpbImVsc2V3aGVyZSIsImNvbS5leGFtcGxlLnNob3AiXSwic3ViIjoiMDAxMjM0LmFiYy4wMDAxIiwiaWF0IjoxNzY3M\#
        jI5MTkwLCJleHAiOjE3NjcyMjk4MDAsIm5vbmNlIjoiM2RhNGZjYTlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM2Z\#
        mE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsIm5vbmNlX3N1cHBvcnRlZCI6dHJ1ZSwiZW1haWwiOiJBZGFARXhhbXBsZS5jb20iLCJlb\#
        WFpbF92ZXJpZmllZCI6InRydWUiLCJhenAiOiJzaG9wLXdlYiJ9.WBxpETitxmIeKNIpl_k4sSsaULWpKfTlHFRg8D4isOxrJbmC\#
        OAIBPN7WqIVQEslHgsogk0HeIa_FuhqAqEpHxQ
        """#,
        "aheadByAMinute": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTI2MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.gf0n6-t0YZ909ol4NR6c-zfysLG6OBZrCxL5y47AeqfMuk-z_yiHIWqianrGieLJMWwYEW2DKqgLTodKTf2Tjg
        """#,
        "ofADay": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzE0MjgwMCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.0EXiIxyVBZTgJnS375nAzYPOwdeBrnrAgocdZgKBt2A32WkTi5LaxJbJx4Ro3S8MkV5OHielpGAfAdUhAC29gA
        """#,
        "withPartsOfASecond": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE4OS41LCJleHAiO\#
        jE3NjcyMjk4MDAuNSwibm9uY2UiOiIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyMzZmYTliYjQ3MjhiY\#
        mYzNjFhZmZlMWEwIiwibm9uY2Vfc3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3Zlcmlma\#
        WVkIjoidHJ1ZSJ9.66emo2QeYWsRZU0a0lhGOpM13IqAhZhHj6IR4fddXRGqzkDVo2gNFaiVIvrOIzV5fUeIn_0QO8YL_h6UWYZ5\#
        wg
        """#,
    ]

    /// Apple's, by what is wrong with them.
    static let bad: [String: String] = [
        "for another app": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUub3RoZXIiLCJzdWIiOiIwMDEyMzQuYWJjLjAwMDEiLCJpYXQiOjE3NjcyMjkxOTAsImV4cCI6M\#
        Tc2NzIyOTgwMCwibm9uY2UiOiIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyMzZmYTliYjQ3MjhiYmYzN\#
        jFhZmZlMWEwIiwibm9uY2Vfc3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkI\#
        joidHJ1ZSJ9.Z5EvlAInEhBx_M6EaC3GGMIJwXiQRGJYUPYBWiN89tURCTa-m3IPbngN4s71WWEmfXlvZZcDpuY66S7zkdG2hA
        """#,
        "for nobody": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwic3ViIjoiMDAxMjM0LmFiYy4wMDAxIiwiaWF0IjoxNzY3MjI5MTkwLCJleHAiOjE3NjcyMjk4MDAsIm5vbmNlIjoiM2RhNGZjY\#
        TlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM2ZmE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsIm5vbmNlX3N1cHBvcnRlZ\#
        CI6dHJ1ZSwiZW1haWwiOiJBZGFARXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6InRydWUifQ.fJ_UGgKHN18cbuAjOx44k6\#
        XX3jmpxIvmm3vMclafq3eOpxGuroPZoUuldpS7rT3Bn4TBO5sbPtGrASBqFNstWg
        """#,
        "for a number": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjpbImNvbS5leGFtcGxlLnNob3AiLDFdLCJzdWIiOiIwMDEyMzQuYWJjLjAwMDEiLCJpYXQiOjE3NjcyMjkxOTAsImV4c\#
        CI6MTc2NzIyOTgwMCwibm9uY2UiOiIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyMzZmYTliYjQ3MjhiY\#
        mYzNjFhZmZlMWEwIiwibm9uY2Vfc3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3Zlcmlma\#
        WVkIjoidHJ1ZSJ9.boItYpM2cjkSzZVLShl4XWFkKJ6pL6E1QBoSsuB8QGwSGhyNSPMGrUpAmG6yFLX-bojKr_AsqP2iB-boDPYq\#
        HA
        """#,
        "for two, and it does not say who asked": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjpbImVsc2V3aGVyZSIsImNvbS5leGFtcGxlLnNob3AiXSwic3ViIjoiMDAxMjM0LmFiYy4wMDAxIiwiaWF0IjoxNzY3M\#
        jI5MTkwLCJleHAiOjE3NjcyMjk4MDAsIm5vbmNlIjoiM2RhNGZjYTlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM2Z\#
        mE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsIm5vbmNlX3N1cHBvcnRlZCI6dHJ1ZSwiZW1haWwiOiJBZGFARXhhbXBsZS5jb20iLCJlb\#
        WFpbF92ZXJpZmllZCI6InRydWUifQ.gf6w6mda3uVB_qf2aSofBQhNW1UnL19yornLPem7TbAkda3NWSMP8GQ8W_6LNUDewXvnqm\#
        REOEXIymZh_8Jp_Q
        """#,
        "for two, and another asked": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjpbImVsc2V3aGVyZSIsImNvbS5leGFtcGxlLnNob3AiXSwic3ViIjoiMDAxMjM0LmFiYy4wMDAxIiwiaWF0IjoxNzY3M\#
        jI5MTkwLCJleHAiOjE3NjcyMjk4MDAsIm5vbmNlIjoiM2RhNGZjYTlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM2Z\#
        mE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsIm5vbmNlX3N1cHBvcnRlZCI6dHJ1ZSwiZW1haWwiOiJBZGFARXhhbXBsZS5jb20iLCJlb\#
        WFpbF92ZXJpZmllZCI6InRydWUiLCJhenAiOiJlbHNld2hlcmUifQ.gu-CdPzk7jgYhVeSEzNzdSBMnuy8PJ6UZxpKOUrSsNsSsh\#
        ZUOpt0V_XbEab3lehkrn2cDkvHogGM6DQhMpcENg
        """#,
        "expired": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5MjAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.w2Q1VK9t1H7HHmaxOp9xxPVDv_8VmM-BkiuKlEO3_qhTD-GrB3vN0eFOSGzaJKiIdg0qqgIJxvneqDlNYiMmdA
        """#,
        "without an end": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwibm9uY2UiO\#
        iIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyMzZmYTliYjQ3MjhiYmYzNjFhZmZlMWEwIiwibm9uY2Vfc\#
        3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjoidHJ1ZSJ9.S2Qnj5aiMoND\#
        GSz9ly2hIzvPuDcBRAJQZimegRr_UDXkGoZliDdKmyw9MZiUjQtFNQDbc8iNgUTseS35t09vUA
        """#,
        "without a beginning": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImV4cCI6MTc2NzIyOTgwMCwibm9uY2UiO\#
        iIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyMzZmYTliYjQ3MjhiYmYzNjFhZmZlMWEwIiwibm9uY2Vfc\#
        3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjoidHJ1ZSJ9.BrNIIgmn-PS5\#
        gejXZ7PQh2Go3bIxRJ73-T35qcCEjS0K4pcOKlGwYRyhBjvByq8BVSqLtib-QTcmN1--pO42yw
        """#,
        "from the future": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTI2MSwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.9xHQmMSFjjdk1CmWhKMN8B8oa-8PJrwDg4KD795P2glCijpdyPHm-D5K3UW-VvtMeavcrEMT0SPvJkZjTxsfdg
        """#,
        "not good yet": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIiwibmJmIjoxNzY3MjI5MjYxfQ.3k7a25OdfCsRFnmVJUSJkWDco_eowCJojwHZigb2z-EYQhRi6RGlhmy-AHdEaiiA54\#
        71KnnFTUKgIvlv0VeVzg
        """#,
        "older than a day": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzE0Mjc5OSwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.BAYTZszl7iZRMWwT7Gx-5Quyux6rU_AMgcToraWXGCYDq_oGDv8hVZ8Bqbk83vUqPvlroM3F2T98Y4oxbXvfAw
        """#,
        "of an issuer with a slash more": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tL\#
        yIsImF1ZCI6ImNvbS5leGFtcGxlLnNob3AiLCJzdWIiOiIwMDEyMzQuYWJjLjAwMDEiLCJpYXQiOjE3NjcyMjkxOTAsImV4cCI6M\#
        Tc2NzIyOTgwMCwibm9uY2UiOiIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyMzZmYTliYjQ3MjhiYmYzN\#
        jFhZmZlMWEwIiwibm9uY2Vfc3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkI\#
        joidHJ1ZSJ9.Lf02Eof4YGmUOtqa6zqe6kfVY1w-L5Rxxq1qwPm75mE0U-j2zr5gXThZ0H9RtcZSaOaq89c1_9CINJa-s7nbJA
        """#,
        "of another issuer": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmdvb2dsZS5jb\#
        20iLCJhdWQiOiJjb20uZXhhbXBsZS5zaG9wIiwic3ViIjoiMDAxMjM0LmFiYy4wMDAxIiwiaWF0IjoxNzY3MjI5MTkwLCJleHAiO\#
        jE3NjcyMjk4MDAsIm5vbmNlIjoiM2RhNGZjYTlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM2ZmE5YmI0NzI4YmJmM\#
        zYxYWZmZTFhMCIsIm5vbmNlX3N1cHBvcnRlZCI6dHJ1ZSwiZW1haWwiOiJBZGFARXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZ\#
        CI6InRydWUifQ.5kSf_EBt2neeR8sn6mSkrCJgrAZUIZsaxbXvnXzQdt_pTLcWisIOj4YKbpM1TImw8rB7C16IEd-qjYUk5pgzPA
        """#,
        "without an issuer": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJhdWQiOiJjb20uZXhhbXBsZS5zaG9wIiwic3ViIjoiM\#
        DAxMjM0LmFiYy4wMDAxIiwiaWF0IjoxNzY3MjI5MTkwLCJleHAiOjE3NjcyMjk4MDAsIm5vbmNlIjoiM2RhNGZjYTlhYWIwYmYwM\#
        mQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM2ZmE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsIm5vbmNlX3N1cHBvcnRlZCI6dHJ1ZSwiZ\#
        W1haWwiOiJBZGFARXhhbXBsZS5jb20iLCJlbWFpbF92ZXJpZmllZCI6InRydWUifQ.2ErlWO-ayFoY5wLkl1XZ9jDI4T6XbH_IzB\#
        Xfk5hrw6Fu4ph5MIhK8QyFT1_5bK-3nmUKWvQzgZdYtQGUCbxSfw
        """#,
        "about nobody": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxNzY3MjI5ODAwLCJub25jZSI6IjNkYTRmY\#
        2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2MWFmZmUxYTAiLCJub25jZV9zdXBwb3J0Z\#
        WQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOiJ0cnVlIn0.WYQZf8jk2mwli-2bAsOqa\#
        GJP2-wN147oBvBs05GuKG7RjvqMCKZZ2nuK134drsODFQVMyxDDReN2gwe5s6hFXg
        """#,
        "about an empty name": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IiIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxNzY3MjI5ODAwLCJub25jZ\#
        SI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2MWFmZmUxYTAiLCJub25jZ\#
        V9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOiJ0cnVlIn0.wGjFeaD_u\#
        Tgge4xFF96wAfV3QVcTBMLNjuQr5u36CcMHZqC4mbqHzHpkM2QALVBD3k__qojyu_gPz9opuBfBoA
        """#,
        "about a long name": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6ImFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhY\#
        WFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhY\#
        WFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhY\#
        WFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWEiLCJpYXQiOjE3N\#
        jcyMjkxOTAsImV4cCI6MTc2NzIyOTgwMCwibm9uY2UiOiIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyM\#
        zZmYTliYjQ3MjhiYmYzNjFhZmZlMWEwIiwibm9uY2Vfc3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsI\#
        mVtYWlsX3ZlcmlmaWVkIjoidHJ1ZSJ9.YPDI45sZb0NVrUOqjyzAtuM_NEFr_MVIdWtpUltbWvzVJqVkjldwyYaACuk280stvKad\#
        OgzlVXjsMPs2dJixFw
        """#,
        "about a NUL": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6ImFcdTAwMDAiLCJpYXQiOjE3NjcyMjkxOTAsImV4cCI6MTc2NzIyOTgwM\#
        Cwibm9uY2UiOiIzZGE0ZmNhOWFhYjBiZjAyZDhmOWY4NDQ0ZjJlOTM2ZmJkOWE1Y2EyMzZmYTliYjQ3MjhiYmYzNjFhZmZlMWEwI\#
        iwibm9uY2Vfc3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX3ZlcmlmaWVkIjoidHJ1ZSJ9.\#
        EYkUpBMQkqP_y4ORtqUQsVt1EzIchDSlJ-S8ADxKF7gwB5fiBUwoxGKmy2Sd_pR1lY-QBAmNBBLY1Ifha0ndvA
        """#,
        "with a nonce that is a number": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6Nywibm9uY2Vfc3VwcG9ydGVkIjp0cnVlLCJlbWFpbCI6IkFkYUBFeGFtcGxlLmNvbSIsImVtYWlsX\#
        3ZlcmlmaWVkIjoidHJ1ZSJ9.r0Ry3-eowFmWK79szhZWXZQ4ruwn60vTvh62Fxb22RE8rs7rAW--CdBJjiH1AVNIMSag_WsmWZrq\#
        3ZHeRVtFYA
        """#,
        "unsigned": #"""
        eyJhbGciOiJub25lIiwia2lkIjoiZXMtMSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiw\#
        iYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxNzY\#
        3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2MWF\#
        mZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOiJ\#
        0cnVlIn0.
        """#,
        "signed with a secret that is the public key": #"""
        eyJhbGciOiAiSFMyNTYiLCAidHlwIjogIkpXVCIsICJraWQiOiAicnMtMSJ9.eyJpc3MiOiAiaHR0cHM6Ly9hcHBsZWlkLmFwcGx\#
        lLmNvbSIsICJhdWQiOiAiY29tLmV4YW1wbGUuc2hvcCIsICJzdWIiOiAiMDAxMjM0LmFiYy4wMDAxIiwgImlhdCI6IDE3NjcyMjk\#
        xOTAsICJleHAiOiAxNzY3MjI5ODAwLCAibm9uY2UiOiAiM2RhNGZjYTlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM\#
        2ZmE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsICJub25jZV9zdXBwb3J0ZWQiOiB0cnVlLCAiZW1haWwiOiAiQWRhQEV4YW1wbGUuY29\#
        tIiwgImVtYWlsX3ZlcmlmaWVkIjogInRydWUifQ.p57Pb3xyFAvDqs5xBoi7nERidVGGHz5zzEy0nqs5cd4
        """#,
        "of an elliptic key that calls itself RS256": #"""
        eyJhbGciOiAiUlMyNTYiLCAidHlwIjogIkpXVCIsICJraWQiOiAiZXMtMSJ9.eyJpc3MiOiAiaHR0cHM6Ly9hcHBsZWlkLmFwcGx\#
        lLmNvbSIsICJhdWQiOiAiY29tLmV4YW1wbGUuc2hvcCIsICJzdWIiOiAiMDAxMjM0LmFiYy4wMDAxIiwgImlhdCI6IDE3NjcyMjk\#
        xOTAsICJleHAiOiAxNzY3MjI5ODAwLCAibm9uY2UiOiAiM2RhNGZjYTlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM\#
        2ZmE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsICJub25jZV9zdXBwb3J0ZWQiOiB0cnVlLCAiZW1haWwiOiAiQWRhQEV4YW1wbGUuY29\#
        tIiwgImVtYWlsX3ZlcmlmaWVkIjogInRydWUifQ.KCuzjwfoBROA02tFvmLrXfsaRso79VcMjqG7OPLqrMlstLIqBmifjQGdLfc7\#
        VjcY4MWuHprLETt8nyfqRVmG9Q
        """#,
        "of an RSA key that calls itself ES256": #"""
        eyJhbGciOiAiRVMyNTYiLCAidHlwIjogIkpXVCIsICJraWQiOiAicnMtMSJ9.eyJpc3MiOiAiaHR0cHM6Ly9hcHBsZWlkLmFwcGx\#
        lLmNvbSIsICJhdWQiOiAiY29tLmV4YW1wbGUuc2hvcCIsICJzdWIiOiAiMDAxMjM0LmFiYy4wMDAxIiwgImlhdCI6IDE3NjcyMjk\#
        xOTAsICJleHAiOiAxNzY3MjI5ODAwLCAibm9uY2UiOiAiM2RhNGZjYTlhYWIwYmYwMmQ4ZjlmODQ0NGYyZTkzNmZiZDlhNWNhMjM\#
        2ZmE5YmI0NzI4YmJmMzYxYWZmZTFhMCIsICJub25jZV9zdXBwb3J0ZWQiOiB0cnVlLCAiZW1haWwiOiAiQWRhQEV4YW1wbGUuY29\#
        tIiwgImVtYWlsX3ZlcmlmaWVkIjogInRydWUifQ.SGVXaBbitG07n059XPZ5TwNUPorVi3KNeVvSFpbCF0EcKQM9vUJl38uLL723\#
        zo0rhRtDfY3nWNbW7OnmRsPw0L3o3D3uTTyDB2J6e-bhoA0q98Zle5Q_27aggsaSImXLl6gLO825gVxJUuHeWjdjBr77KpW2e0cb\#
        bCb2RSX3AhPF5-fVBAWDpe_q3v2Qa_KwDL3-EkxGMowgIZP1NQJkWtHzzuf4BvB4qzIQx_6oNWLgR2BnTsZqzQgQIhv80bUd9m6p\#
        zE55wI27h9i8TVnVsDLAB8sP223Rqmn7WcSciuXGhahwB0sFBniL1nOrxHzkuJceLUxHm4fvTkEWaUN9hQ
        """#,
        "of an elliptic key under the name of an RSA key": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6InJzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.QUqd_M_wYkrqSJoiC6k4xynZXwokUuS80ZgpPrr2f-U46Els80Z_7uerYUfp3b9kdWbnPSWVlHeUikLqWYpBoA
        """#,
        "of a stranger's key under a known name": #"""
        eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.-CeHJfPaNsghHsjMfGxXZgtAFbHRG_ekeqdk5gITScucn3USu7fJxRaNzVXwwsDDa6V9mqJEqmf4V5jWZ6wt3Q
        """#,
        "of a key without a name": #"""
        eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV\#
        4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxNzY3MjI5ODAwLCJub25\#
        jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2MWFmZmUxYTAiLCJub25\#
        jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiOiJ0cnVlIn0.HCMokP2\#
        F-Wtq4bcYYMBgaVvcEOt37nfs2gDYxOGtFYebCz4xBlVDrGlnFeC6z8yyz9VzQm_S-XL-lrnRDdAksQ
        """#,
        "with PS256": #"""
        eyJhbGciOiJQUzI1NiIsImtpZCI6InJzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.oTZwd7bMNELe7LFB3ghOaL24Bj5wJgQCQ7UAyyeMcWkVYv65R8Yo8aRLP98jnwy404KGzN07PXLfwvxtelFCq1O0l\#
        XEdMCjPdJc6qJmTXp1CNcHOsgvz07UPLrekPd6sHJMpH0K0vUiMVW7SUv9vRXbTE2d1pzgksRtvPcgxyOijpV1STqicPmSnit5oo\#
        bRTAZaoxx5GR1YrD8a9CL_0_nbRHjDmy97Q8Er5t_ccYBAbLqz2VK1IFBD9LvyFI39qiqBGt7W90RQYWA-dVFs0F0cfBJC-EjOwv\#
        iWTqmjSlAY8B7-aWxm0AVBoye8sIGD_IXAjYwsx89dHZrhUtgco4A
        """#,
        "with ES384": #"""
        eyJhbGciOiJFUzM4NCIsImtpZCI6ImVzLTMiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tI\#
        iwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2NzIyOTE5MCwiZXhwIjoxN\#
        zY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzNmZhOWJiNDcyOGJiZjM2M\#
        WFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZW1haWxfdmVyaWZpZWQiO\#
        iJ0cnVlIn0.TWMdG8LkNlNmghBTmmh53QWNAXeaEzqeYpYzcRLcHFauAjvJ6LNOcqgwrBODlNPHN6rxN_nociN5KqfMHvbtjqax2\#
        6NxVoJC-lM61abQ40Ir--sJLWZxqginghX0aWoF
        """#,
        "with an extension that must be understood": #"""
        eyJhbGciOiJFUzI1NiIsImNyaXQiOlsiYjY0Il0sImtpZCI6ImVzLTEiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2Fwc\#
        GxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV4YW1wbGUuc2hvcCIsInN1YiI6IjAwMTIzNC5hYmMuMDAwMSIsImlhdCI6MTc2N\#
        zIyOTE5MCwiZXhwIjoxNzY3MjI5ODAwLCJub25jZSI6IjNkYTRmY2E5YWFiMGJmMDJkOGY5Zjg0NDRmMmU5MzZmYmQ5YTVjYTIzN\#
        mZhOWJiNDcyOGJiZjM2MWFmZmUxYTAiLCJub25jZV9zdXBwb3J0ZWQiOnRydWUsImVtYWlsIjoiQWRhQEV4YW1wbGUuY29tIiwiZ\#
        W1haWxfdmVyaWZpZWQiOiJ0cnVlIn0.ygBTDJsxruC5tv88t8m_8CpkFlyNoEQob_RxErRx4HeVwknOVo6aO4qsj5RsqXpaoYpJf\#
        7JtJDuEPLbUsyC0yA
        """#,
    ]
}
