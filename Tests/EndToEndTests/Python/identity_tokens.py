"""Checks our tokens with PyJWT and nothing but what the surface publishes, and prints what it found.

The argument is a JSON object:
  base, project      where the surface is, and whose the tokens are
  tokens             texts; each is checked by the keys and by the certificates

It prints {"keys": [names], "tokens": [{"kid", "keySet", "certificate"}, …]}: each way gives the token's claims, or the name
of PyJWT's error. A published form that is not as promised ends it with words.
"""

import json
import sys
from urllib.request import urlopen

import jwt
from cryptography.x509 import load_pem_x509_certificate

PEOPLE = "securetoken@system.gserviceaccount.com"
KEYS = "/.well-known/jwks.json", f"/www.googleapis.com/service_accounts/v1/jwk/{PEOPLE}"
CERTIFICATES = (
    f"/www.googleapis.com/robot/v1/metadata/x509/{PEOPLE}", "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys")


def published(base, paths):
    """The same document at all these paths, which may be kept for an hour."""
    documents = []
    for path in paths:
        with urlopen(base + path, timeout=60) as answer:
            assert answer.headers["Cache-Control"] == "public, max-age=3600", path
            documents.append(json.load(answer))
    assert all(document == documents[0] for document in documents), "two paths, two documents"
    return documents[0]


def checked(token, key, project):
    """Returns the claims, or why there are none."""
    try:
        return jwt.decode(
            token, key(), algorithms=["RS256"], audience=project, issuer=f"https://securetoken.google.com/{project}",
            options={"require": ["exp", "iat", "aud", "iss", "sub", "auth_time"]})
    except (jwt.PyJWTError, KeyError) as problem:
        return type(problem).__name__


def main():
    job = json.loads(sys.argv[1])
    keys, certificates = published(job["base"], KEYS)["keys"], published(job["base"], CERTIFICATES)
    for key in keys:
        assert (key["kty"], key["alg"], key["use"]) == ("RSA", "RS256", "sig"), key
        assert set(key) <= {"kty", "alg", "use", "kid", "n", "e"}, "a key tells more than the public half"
    assert sorted(key["kid"] for key in keys) == sorted(certificates), "keys and certificates are not the same"
    client, found = jwt.PyJWKClient(job["base"] + KEYS[0]), []
    for token in job["tokens"]:
        kid = jwt.get_unverified_header(token)["kid"]
        found.append({
            "kid": kid, "keySet": checked(token, lambda: client.get_signing_key_from_jwt(token).key, job["project"]),
            "certificate": checked(
                token, lambda: load_pem_x509_certificate(certificates[kid].encode()).public_key(), job["project"]),
        })
    json.dump({"keys": [key["kid"] for key in keys], "tokens": found}, sys.stdout)


main()
