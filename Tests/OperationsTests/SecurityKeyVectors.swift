/// Answers of browsers and keys that this program has not made, as the dashboard's script writes them.
///
/// The first three are of Chromium's virtual authenticator at `http://localhost:8743`. The others are of Python's `cbor2` and
/// `cryptography`, for `https://ops.example.com:8443`: a key of Ed25519 that counts and extends what it says, with a `packed`
/// attestation; a key of RSA that does not count, with one of a TPM; and a key of P-384, which is not asked for. A challenge to make
/// a key has 32 bytes of 1, one to sign 32 bytes of 2, and `chromiumSignedAgain` 32 bytes of 3.
enum SecurityKeyVectors {
    static let chromiumNew = """
        eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRS\
        IsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6ODc0MyIsImNyb3NzT3JpZ2luIjpmYWxzZX0.o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0\
        YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NBAAAAAQAAAAAAAAAAAAAAAAAAAAAAIKuyRexGeuPCungm80gQJ6vJeX1dcm7bpC\
        Ege9-98fk5pQECAyYgASFYIOrDbssEPfRVoxYW8qe9gQlkOeRpN6BZvzNhnewz2DVIIlggtmLt7n3M4HZ5VS7i1XS9CgqdU7f0w2K6j93y_d9W\
        Ctw
        """
    static let chromiumSigned = """
        q7JF7EZ648K6eCbzSBAnq8l5fV1ybtukISB7373x-Tk.eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQWdJQ0FnSUNBZ0lDQW\
        dJQ0FnSUNBZ0lDQWdJQ0FnSUNBZ0lDQWdJQ0FnSSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6ODc0MyIsImNyb3NzT3JpZ2luIjpmYWxz\
        ZX0.SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MBAAAAAg.MEUCIGSpAxtLVdfu2BayE_nEzrLi0bp1Y1iQbWfa1vqNHWZ6AiEAkBe\
        y1KiwJRLQIw8HWrdYwzP_5QYbjMPPJM0JgA0xQH8
        """
    static let chromiumSignedAgain = """
        q7JF7EZ648K6eCbzSBAnq8l5fV1ybtukISB7373x-Tk.eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQXdNREF3TURBd01EQX\
        dNREF3TURBd01EQXdNREF3TURBd01EQXdNREF3TSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6ODc0MyIsImNyb3NzT3JpZ2luIjpmYWxz\
        ZX0.SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MBAAAAAw.MEQCIHWX5401dQIfAFM-eWaowMxO642xBSZGnTXSHaWT05wBAiAAyVs\
        PDQ-Imupn5278kmif19Zvm7wgB68oILHPsTpurw
        """
    static let eddsaNew = """
        eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRS\
        IsIm9yaWdpbiI6Imh0dHBzOi8vb3BzLmV4YW1wbGUuY29tOjg0NDMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9.o2NmbXRmcGFja2VkZ2F0dFN0bXS\
        iY2FsZydjc2lnWEDJPd7BIvF19mns1ZgnIOFqJ-KvlxqpqNk3VtOaTkj7wV51FeXgNPgBB9F8zKxyDoDcwWJFhoGOd4tdPABiSu0HaGF1dGhEY\
        XRhWLx9uKIuIQG6ffY1GT5i0bR4eSU5CIsjrk2WeADKz0qW_cUAAAAJAAECAwQFBgcICQoLDA0ODwBABwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc\
        HBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHB6QBAQMnIAYhWCADoQe_884Qvh1w3RjnS8CZZ-TWMJulDV8d3IZkElUxu\
        KJrY3JlZFByb3RlY3QCa2htYWMtc2VjcmV09Q
        """
    static let eddsaSigned = """
        BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBw.eyJ0eXBlIjoid2ViYXV0aG4\
        uZ2V0IiwiY2hhbGxlbmdlIjoiQWdJQ0FnSUNBZ0lDQWdJQ0FnSUNBZ0lDQWdJQ0FnSUNBZ0lDQWdJQ0FnSSIsIm9yaWdpbiI6Imh0dHBzOi8vb\
        3BzLmV4YW1wbGUuY29tOjg0NDMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9.fbiiLiEBun32NRk-YtG0eHklOQiLI65NlngAys9Klv2FAAAACqFraG\
        1hYy1zZWNyZXRYIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB.67UNg1cFFMeGVONEoqcRT7IA1jv4feulAoauaJ3L7t0_Fq_UfmU\
        OCuNm_HYhpO1Rh-zmGdDeJK0oHV29mUvtBw
        """
    static let rsaNew = """
        eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRS\
        IsIm9yaWdpbiI6Imh0dHBzOi8vb3BzLmV4YW1wbGUuY29tOjg0NDMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9.o2NmbXRjdHBtZ2F0dFN0bXSmY2F\
        sZzn__mNzaWdCAQJjdmVyYzIuMGN4NWOBQjADZ3B1YkFyZWFAaGNlcnRJbmZvQGhhdXRoRGF0YVkBZ324oi4hAbp99jUZPmLRtHh5JTkIiyOuT\
        ZZ4AMrPSpb9QQAAAAAAAQIDBAUGBwgJCgsMDQ4PACAJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCaQBAwM5AQAgWQEAwyc41cLpdpI\
        KpB725m-bAfGbrq9kZQXkBwrsm92S8nmVfUxBHNxXPDuYtZSL1daymMRdsNNCP5dhQ0r-iOfe6H6-wLC4B4d_zKij06Q3VTdPK5e7T7yjJoP-h\
        3ldMKq0vHZNE9_PPHNJbWNGEsiUWZcbl5txOp_zaZN6gs3fof-YaUo-YdJHvtNAIKJhMOlF95Hs-MilFdU9X08EaGK4tIO0f9AJec9rqt9_GIP\
        6ZrJR6YkTjl0LQjIjvtJjEkqpltyYeu-5uhfIPkg_0tQk1anB_qi20Zq-QrEUflc0AFsBsoZOH_Nl0yvA6ChRFwRce5JvQAzHaWe_cCDOcvhC6\
        yFDAQAB
        """
    static let rsaSigned = """
        CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk.eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQWdJQ0FnSUNBZ0lDQW\
        dJQ0FnSUNBZ0lDQWdJQ0FnSUNBZ0lDQWdJQ0FnSSIsIm9yaWdpbiI6Imh0dHBzOi8vb3BzLmV4YW1wbGUuY29tOjg0NDMiLCJjcm9zc09yaWdp\
        biI6ZmFsc2V9.fbiiLiEBun32NRk-YtG0eHklOQiLI65NlngAys9Klv0BAAAAAA.isnlaWKgRlB3MtSWJNfvYctIdzZpLW8DQiNOxXsd4jFi4j\
        4Z8ukDNHPLQ56ijr8a9iNcesEiXbA8cZZQe2hGxuX2BXd4UdHpQZpIsp8GhApSINJnHVesAkl_xUZiBS5hXJF56kmxxBO_tg6cD9I_d74LzVLE\
        rhftT2mQlJ8oqWEj0EEBxMGcgHo5jdtDjTQGnJ9POnUUVESv7Q2oXqyBOw17DdDds4VuRLhrpzbQuqKL4sQgeENiIhNxYouQYxUBBiiScbwlb9\
        QoZISPfWZuvMPqfVYo1NT0aYuK4e3905msgbrf6cL6B-MrlwJDuMmNYVX5kIhUwBxm0KGT-NLUXQ
        """
    static let otherCurveNew = """
        eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRUJBUUVCQVFFQkFRRS\
        IsIm9yaWdpbiI6Imh0dHBzOi8vb3BzLmV4YW1wbGUuY29tOjg0NDMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9.o2NmbXRkbm9uZWdhdHRTdG10oGh\
        hdXRoRGF0YVi1fbiiLiEBun32NRk-YtG0eHklOQiLI65NlngAys9Klv1BAAAAAAABAgMEBQYHCAkKCwwNDg8AEAoKCgoKCgoKCgoKCgoKCgqlA\
        QIDOCIgAiFYMJXJ3Er3l-GhQMdr0fXeU9kC5CMselYXjLOrhDG4OxbrSUxPFYLmHssG_IymmtvmKSJYMMHkcd_l_6Xv1qKHQ1Z2f-0QM6zziuA\
        VFp5u3dyH0PYYD9t69-dnAZxef4j17J5dRw
        """
}
