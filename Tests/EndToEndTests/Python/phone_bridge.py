"""Signs people in to Firebase by codes that verifyd sends: POST /start, POST /check, and a custom token for the SDK.

No number and no code is logged: both come in bodies. Run it with gunicorn, behind TLS.
"""
import hashlib
import hmac
import os
import re

import firebase_admin
import requests
from firebase_admin import auth, credentials
from flask import Flask, jsonify, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.middleware.proxy_fix import ProxyFix

VERIFYD, KEY = os.environ["VERIFYD_URL"], os.environ["VERIFYD_KEY"]  # The native API, and a key of scope send.
SECRET = os.environ["UID_SECRET"]  # 32 random bytes or more; with another secret everybody is somebody else.
ERRORS = {  # What verifyd says, and what the app hears.
    "invalid-code": (422, "wrong-code"), "invalid-code-format": (422, "wrong-code"),
    "limit-reached": (429, "too-many"), "too-many-requests": (429, "too-many"),
    "verification-refused": (403, "not-served"), "verification-ended": (410, "start-again"),
    "verification-not-found": (410, "start-again"), "request-expired": (410, "start-again")}

firebase_admin.initialize_app(credentials.Certificate(os.environ["SERVICE_ACCOUNT"]))
tickets = URLSafeTimedSerializer(SECRET, salt="ticket")  # Binds a verification to its number, so that no app can swap it.
app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 4096
app.wsgi_app = ProxyFix(app.wsgi_app, x_for=int(os.environ.get("PROXIES", "0")))  # How many proxies of yours are before it.


def member(name):
    form = request.get_json(silent=True)
    value = form.get(name) if isinstance(form, dict) else None
    return value if isinstance(value, str) else ""


def error(status, word, problem=()):
    told = {name: problem[name] for name in ("remainingChecks", "retryAfter") if name in problem}
    return jsonify(error=word, **told), status


def ask(path, members):
    """Calls verifyd; returns its answer, or what the app hears instead. The app's key makes a repetition safe."""
    headers = {"Authorization": f"Bearer {KEY}", "Prefer": "wait=10"}
    if key := request.headers.get("Idempotency-Key"):
        headers["Idempotency-Key"] = key
    try:
        answer = requests.post(
            VERIFYD + path, json={**members, "clientIp": request.remote_addr}, headers=headers, timeout=20)
        body = answer.json()
    except requests.RequestException:
        return None, error(503, "try-later")
    if answer.ok:
        return body, None
    usual = (400, "invalid") if answer.status_code in (400, 422) else (503, "try-later")
    return None, error(*ERRORS.get(body.get("code"), usual), body)


@app.post("/start")
def start():
    phone = member("phoneNumber")  # In E.164, as verifyd writes it: one number, one spelling, one uid.
    if not re.fullmatch(r"\+[1-9][0-9]{6,14}", phone):
        return error(400, "invalid")
    # Here stands your proof of the app, for example firebase_admin.app_check.verify_token(…).
    answer, refusal = ask("/v1/verifications", {"phoneNumber": phone})
    if refusal:
        return refusal
    if answer["status"] == "failed":
        return error(403, "not-served")
    return jsonify(ticket=tickets.dumps([answer["requestId"], phone]))


@app.post("/check")
def check():
    try:
        verification, phone = tickets.loads(member("ticket"), max_age=900)
    except BadSignature:
        return error(410, "start-again")
    answer, refusal = ask(f"/v1/verifications/{verification}/checks", {"code": member("code")})
    if refusal:
        return refusal
    if answer["status"] != "approved":
        return error(503, "try-later")
    uid = "phone-" + hmac.new(SECRET.encode(), phone.encode(), hashlib.sha256).hexdigest()[:40]
    return jsonify(token=auth.create_custom_token(uid).decode())


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "8098")))
