"""Writes Tests/IdentityToolkitTests/ProviderTokens.swift: ID tokens of other providers, made by PyJWT and cryptography.

Run it again to have other keys: python make_provider_tokens.py > Tests/IdentityToolkitTests/ProviderTokens.swift
"""

import base64
import hashlib
import hmac
import json

import jwt
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

NOW = 1_767_229_200
NONCE = "a raw nonce of the app's own"
HASH = hashlib.sha256(NONCE.encode()).hexdigest()
ELLIPTIC, NEW = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
OTHER_CURVE = ec.generate_private_key(ec.SECP384R1())
RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public(key, name):
    algorithm = jwt.algorithms.RSAAlgorithm if key is RSA else jwt.algorithms.ECAlgorithm
    members = json.loads(algorithm.to_jwk(key.public_key()))
    members.pop("key_ops", None)
    return {**members, "kid": name, "use": "sig"}


def apple(**changes):
    claims = {
        "iss": "https://appleid.apple.com", "aud": "com.example.shop", "sub": "001234.abc.0001", "iat": NOW - 10,
        "exp": NOW + 600, "nonce": HASH, "nonce_supported": True, "email": "Ada@Example.com", "email_verified": "true",
        **changes}
    return {name: value for name, value in claims.items() if value is not None}


def token(claims, key=ELLIPTIC, name="es-1", algorithm="ES256", **header):
    return jwt.encode(claims, key, algorithm=algorithm, headers={"kid": name, **header})


def forged(claims, algorithm, name, sign):
    """A token whose header says another algorithm than its signature is made with, which PyJWT makes for nobody."""
    header = {"alg": algorithm, "typ": "JWT", "kid": name}
    signed = ".".join(b64(json.dumps(part).encode()) for part in (header, claims))
    return signed + "." + b64(sign(signed.encode()))


def elliptic(data):
    r, s = decode_dss_signature(ELLIPTIC.sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


PEM = RSA.public_key().public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
google = {
    "iss": "accounts.google.com", "azp": "android.apps", "aud": "com.example.shop", "sub": "110169484474386276334",
    "email": "ada@example.com", "email_verified": True, "name": "Ada Lovelace", "given_name": "Ada",
    "family_name": "Lovelace", "picture": "https://pictures.example/ada", "iat": NOW - 10, "exp": NOW + 3590}
facebook = {
    "iss": "https://www.facebook.com", "aud": "com.example.shop", "sub": "4321", "iat": NOW - 10, "exp": NOW + 3590,
    "jti": "one", "nonce": HASH, "email": "ada@example.com", "email_verified": True, "name": "Ada Lovelace",
    "picture": "https://pictures.example/ada"}
house = {"iss": "https://id.example/shop/", "aud": ["com.example.shop"], "sub": "ada", "iat": NOW, "exp": NOW + 60}

GOOD = {
    "apple": token(apple()), "appleWithoutNonce": token(apple(nonce=None)),
    "google": token(google, RSA, "rs-1", "RS256"), "facebook": token(facebook, RSA, "rs-1", "RS256"),
    "facebookWithoutNonce": token(
        {name: value for name, value in facebook.items() if name != "nonce"}, RSA, "rs-1", "RS256"),
    "house": token(house), "ofNewKey": token(apple(sub="new"), NEW, "es-2"),
    "forTwo": token(apple(aud=["elsewhere", "com.example.shop"], azp="shop-web")),
    "aheadByAMinute": token(apple(iat=NOW + 60)), "ofADay": token(apple(iat=NOW - 86_400)),
    "withPartsOfASecond": token(apple(iat=NOW - 10.5, exp=NOW + 600.5)),
}
BAD = {
    "for another app": token(apple(aud="com.example.other")),
    "for nobody": token(apple(aud=None)), "for a number": token(apple(aud=["com.example.shop", 1])),
    "for two, and it does not say who asked": token(apple(aud=["elsewhere", "com.example.shop"])),
    "for two, and another asked": token(apple(aud=["elsewhere", "com.example.shop"], azp="elsewhere")),
    "expired": token(apple(exp=NOW)), "without an end": token(apple(exp=None)),
    "without a beginning": token(apple(iat=None)), "from the future": token(apple(iat=NOW + 61)),
    "not good yet": token(apple(nbf=NOW + 61)), "older than a day": token(apple(iat=NOW - 86_401)),
    "of an issuer with a slash more": token(apple(iss="https://appleid.apple.com/")),
    "of another issuer": token(apple(iss="https://accounts.google.com")), "without an issuer": token(apple(iss=None)),
    "about nobody": token(apple(sub=None)), "about an empty name": token(apple(sub="")),
    "about a long name": token(apple(sub="a" * 256)), "about a NUL": token(apple(sub="a\0")),
    "with a nonce that is a number": token(apple(nonce=7)),
    "unsigned": jwt.encode(apple(), None, algorithm="none", headers={"kid": "es-1"}),
    "signed with a secret that is the public key": forged(
        apple(), "HS256", "rs-1", lambda data: hmac.new(PEM, data, hashlib.sha256).digest()),
    "of an elliptic key that calls itself RS256": forged(apple(), "RS256", "es-1", elliptic),
    "of an RSA key that calls itself ES256": forged(
        apple(), "ES256", "rs-1", lambda data: RSA.sign(data, padding.PKCS1v15(), hashes.SHA256())),
    "of an elliptic key under the name of an RSA key": token(apple(), name="rs-1"),
    "of a stranger's key under a known name": token(apple(), NEW),
    "of a key without a name": jwt.encode(apple(), ELLIPTIC, algorithm="ES256"),
    "with PS256": token(apple(), RSA, "rs-1", "PS256"), "with ES384": token(apple(), OTHER_CURVE, "es-3", "ES384"),
    "with an extension that must be understood": token(apple(), crit=["b64"], b64=True),
}
KEYS = {"keys": [public(ELLIPTIC, "es-1"), public(RSA, "rs-1"), public(OTHER_CURVE, "es-3")]}
NEW_KEYS = {"keys": [public(NEW, "es-2")]}


def text(value, indent):
    """A literal of Swift in lines of 100 characters."""
    lines = [value[start:start + 100] for start in range(0, len(value), 100)]
    space = " " * indent
    return '#"""\n' + "".join(f"{space}{line}\\#\n" for line in lines[:-1]) + f'{space}{lines[-1]}\n{space}"""#'


def table(name, words, values):
    yield f"    /// {words}"
    yield f"    static let {name}: [String: String] = ["
    for key, value in values.items():
        yield f'        "{key}": {text(value, 8)},'
    yield "    ]"


print("// Made by Tests/EndToEndTests/Python/make_provider_tokens.py.\n")
print("/// ID tokens of other providers, made by PyJWT at 1,767,229,200 seconds after 1970.")
print("enum ProviderTokens {")
print(f'    static let nonce = "{NONCE}"')
for name, keys in (("keys", KEYS), ("newKeys", NEW_KEYS)):
    print(f"    static let {name} = {text(json.dumps(keys, separators=(',', ':')), 8)}\n")
print("\n".join(table("good", "By their names.", GOOD)) + "\n")
print("\n".join(table("bad", "Apple's, by what is wrong with them.", BAD)))
print("}")
