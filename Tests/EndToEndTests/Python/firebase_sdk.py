"""Makes one module for browsers of Firebase's own SDK for JavaScript, as far as a package of PyPI has it.

No package of PyPI or Debian is the SDK. A component for another framework has a page that was built with it, and beside the
page the sources of what the page uses of the SDK: requests, errors, tokens, users, stores, phone sign-in, links, Facebook.
`GAPS` stands in for files that declare and do little else, which no build keeps. Second factors and custom tokens are missing.
"""

import json
import posixpath
import re
import subprocess
from importlib.metadata import distribution
from pathlib import Path

# The component of deploy/test-requirements-alone.txt, and the version of the SDK in it.
COMPONENT, VERSION = "streamlit-firebase-auth", "11.3.1"
MAP = "main.274d6bab.js.map"
ESBUILD = "/usr/bin/esbuild"
LONGEST_BUILD = 60
AUTH, APP, UTIL, PARTS, LOGGER = (f"@firebase/{name}/src" for name in ("auth", "app", "util", "component", "logger"))

ENTRY = f"""
import {{ registerCoreComponents }} from "./{APP}/registerCoreComponents";
import {{ registerAuth }} from "./{AUTH}/core/auth/register";
export {{ initializeApp }} from "./{APP}/api";
export {{ initializeAuth }} from "./{AUTH}/core/auth/initialize";
export {{ FacebookAuthProvider }} from "./{AUTH}/core/providers/facebook";
export {{ signInWithCredential }} from "./{AUTH}/core/strategies/credential";
export {{ unlink }} from "./{AUTH}/core/user/link_unlink";
export {{ indexedDBLocalPersistence }} from "./{AUTH}/platform_browser/persistence/indexed_db";
export {{ PhoneAuthProvider }} from "./{AUTH}/platform_browser/providers/phone";
export {{
    linkWithPhoneNumber, reauthenticateWithPhoneNumber, signInWithPhoneNumber, updatePhoneNumber,
}} from "./{AUTH}/platform_browser/strategies/phone";

registerCoreComponents("");
registerAuth("Browser" as any);
"""


def everything_of(*names):
    return "".join(f'export * from "./{name}";' for name in names)


GAPS = {
    f"{APP}/public-types.ts": "export {};",
    f"{APP}/firebaseServerApp.ts": "export class FirebaseServerAppImpl {}",
    f"{UTIL}/index.ts": everything_of(
        "compat", "crypt", "defaults", "deferred", "environment", "errors", "obj", "query", "subscribe"),
    f"{PARTS}/index.ts": everything_of("component", "component_container", "provider", "types"),
    f"{PARTS}/types.ts": """
        export enum ComponentType { PUBLIC = "PUBLIC", PRIVATE = "PRIVATE", VERSION = "VERSION" }
        export enum InstantiationMode { LAZY = "LAZY", EAGER = "EAGER", EXPLICIT = "EXPLICIT" }
        """,
    f"{AUTH}/model/enums.ts": """
        export enum FactorId { PHONE = "phone", TOTP = "totp" }
        export enum ProviderId { FACEBOOK = "facebook.com", FIREBASE = "firebase", PASSWORD = "password", PHONE = "phone" }
        export enum SignInMethod { FACEBOOK = "facebook.com", PHONE = "phone" }
        export enum OperationType { LINK = "link", REAUTHENTICATE = "reauthenticate", SIGN_IN = "signIn" }
        """,
    f"{AUTH}/mfa/mfa_session.ts": 'export enum MultiFactorSessionType { ENROLL = "enroll", SIGN_IN = "signin" }',
    f"{AUTH}/core/util/providers.ts": """
        export const providerDataAsNames = (data: any[]) => new Set(data.map((one) => one.providerId).filter(Boolean));
        """,
    f"{AUTH}/platform_browser/messagechannel/index.ts": """
        export enum _TimeoutDuration { ACK = 50, COMPLETION = 3000, LONG_ACK = 800 }
        export enum _Status { ACK = "ack", DONE = "done" }
        export enum _EventType { KEY_CHANGED = "keyChanged", PING = "ping" }
        export enum _MessageError {
            CONNECTION_UNAVAILABLE = "connection_unavailable", INVALID_RESPONSE = "invalid_response",
            TIMEOUT = "timeout", UNKNOWN = "unknown_error", UNSUPPORTED_EVENT = "unsupported_event",
        }
        """,
}


def build_sdk(folder):
    """Writes the sources into a folder, and returns the module's file there."""
    kept = sources()
    for name, text in {**kept, **dict(manifests(kept)), **GAPS, "entry.ts": ENTRY}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    module = folder / "firebase.js"
    places = {
        "@firebase/app": f"{APP}/index.ts", "@firebase/util": f"{UTIL}/index.ts", "@firebase/component": f"{PARTS}/index.ts",
        "@firebase/logger": f"{LOGGER}/logger.ts", "idb": "idb/build/index.js"}
    subprocess.run(
        [ESBUILD, "entry.ts", "--bundle", "--format=esm", "--log-level=error", f"--outfile={module}",
         *(f"--alias:{name}=./{place}" for name, place in places.items())],
        cwd=folder, check=True, timeout=LONGEST_BUILD)
    return module


def sources():
    """The SDK's files, by their names below the folder of packages."""
    file, = (file for file in distribution(COMPONENT).files if file.name == MAP)
    kept, below = json.loads(file.locate().read_text()), "../node_modules/"
    return {
        name.removeprefix(below): text for name, text in zip(kept["sources"], kept["sourcesContent"])
        if name.startswith((f"{below}@firebase/", f"{below}idb/"))}


def manifests(kept):
    """The manifests that these files read a package's name and version in."""
    for name, text in kept.items():
        for place in re.findall(r"from '(\.[^']*/package\.json)'", text):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), place))
            package = f"@firebase/{posixpath.basename(posixpath.dirname(path))}"
            yield path, json.dumps({"name": package, "version": VERSION})
