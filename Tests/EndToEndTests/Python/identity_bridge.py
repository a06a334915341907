"""What the article's backend needs and gives, without a network: a service account, and a look at a custom token.

The argument is a JSON object:
  file, project      makes the file of a service account, as Google would, for this project; prints {}
  file, token        prints {"claims": {…}} of a token that the account has signed; ends with words for any other
  account, uid       prints {"token": text}: a custom token as firebase-admin makes it with a service account
  ticket, secret, age    prints {"ticket": text} as the backend would have made it so many seconds ago
"""

import json
import sys
from pathlib import Path

import firebase_admin
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import auth, credentials
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"


def make(project):
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return {
        "type": "service_account", "project_id": project, "private_key_id": "made-for-a-test",
        "private_key": key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode(),
        "client_email": f"bridge@{project}.iam.gserviceaccount.com", "client_id": "1",
        "token_uri": "https://oauth2.googleapis.com/token",
    }


def claims(token, account):
    key = serialization.load_pem_private_key(account["private_key"].encode(), None).public_key()
    seen = jwt.decode(
        token, key, algorithms=["RS256"], audience=AUDIENCE, issuer=account["client_email"],
        options={"require": ["iss", "sub", "aud", "uid", "iat", "exp"]})
    assert seen["sub"] == account["client_email"] and seen["exp"] - seen["iat"] == 3600, seen
    return seen


def ticket(content, secret, age):
    class Signer(TimestampSigner):
        def get_timestamp(self):
            return super().get_timestamp() - age

    return URLSafeTimedSerializer(secret, salt="ticket", signer=Signer).dumps(content)


def main():
    job, answer = json.loads(sys.argv[1]), {}
    if "ticket" in job:
        answer = {"ticket": ticket(job["ticket"], job["secret"], job["age"])}
    elif "account" in job:
        firebase_admin.initialize_app(credentials.Certificate(job["account"]))
        answer = {"token": auth.create_custom_token(job["uid"]).decode()}
    elif "token" in job:
        answer = {"claims": claims(job["token"], json.loads(Path(job["file"]).read_text()))}
    else:
        Path(job["file"]).write_text(json.dumps(make(job["project"])))
    json.dump(answer, sys.stdout)


main()
