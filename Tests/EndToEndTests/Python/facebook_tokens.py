"""ID tokens of Limited Login, as Facebook would sign them, by PyJWT.

The argument is a JSON object:
  app       the app's id at Facebook
  tokens    a list of objects with what differs: sub, name, email, nonce (already hashed)

It prints {"keys": a JSON Web Key Set, "tokens": […]}.
"""

import json
import sys
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

job, now = json.loads(sys.argv[1]), int(time.time())
key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
public = {**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key())), "kid": "facebook-1", "use": "sig"}
public.pop("key_ops", None)
tokens = [
    jwt.encode(
        {"iss": "https://www.facebook.com", "aud": job["app"], "iat": now, "exp": now + 3600, "jti": f"{now}-{number}", **claims},
        key, algorithm="RS256", headers={"kid": "facebook-1"})
    for number, claims in enumerate(job["tokens"])
]
json.dump({"keys": {"keys": [public]}, "tokens": tokens}, sys.stdout)
