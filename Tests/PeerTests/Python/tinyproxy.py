"""Debian's tinyproxy on a free port of this machine, and two servers behind it: one with TLS, one without.

The first line of stdout says where they are, and which file has the authority that signed the certificate. The proxy
wants the user `u` and the password `p.ss`, and allows CONNECT to the first server's port only. A line of stdin,
{"end": "tls"} or {"end": "proxy"}, ends that part; each other line is answered with the requests that the servers got.
The end of stdin ends the proxy, and so does the end of this program.
"""

import ctypes
import http.server
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

CONFIGURATION = """
Port {port}
Listen 127.0.0.1
Timeout 60
LogLevel Critical
BasicAuth u p.ss
ConnectPort {allowed}
"""

requests, lock = [], threading.Lock()


class Answering(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        with lock:
            requests.append({
                "scheme": self.server.scheme, "target": self.path, "host": self.headers["host"],
                "phone": json.loads(body).get("user", {}).get("phone"), "proof": self.headers["proxy-authorization"]})
        answer = b'{"id":"r-1"}'
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *words):
        pass


def serve(scheme, context=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    server.scheme = scheme
    if context:
        # Each connection shakes hands in its own thread, when it is first read.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def openssl(*words):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make_certificate(folder):
    """A private authority, and what it has signed for localhost."""
    authority, authority_key = f"{folder}/authority.pem", f"{folder}/authority.key"
    certificate, key = f"{folder}/server.pem", f"{folder}/server.key"
    openssl("-subj", "/CN=a private authority", "-addext", "keyUsage=critical,keyCertSign,cRLSign",
            "-keyout", authority_key, "-out", authority)
    openssl("-subj", "/CN=a provider", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-addext", "basicConstraints=critical,CA:FALSE", "-CA", authority, "-CAkey", authority_key,
            "-keyout", key, "-out", certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return authority, context


def end_with_parent():
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def start_proxy(folder, allowed, tries=5):
    """Ports below those that the system gives out by itself; another program may take one that was found free."""
    for _ in range(tries):
        port = random.choice([port for port in random.sample(range(20_000, 32_000), 50) if not listens(port)])
        file = os.path.join(folder, "tinyproxy.conf")
        with open(file, "w") as configuration:
            configuration.write(CONFIGURATION.format(port=port, allowed=allowed))
        process = subprocess.Popen(
            ["tinyproxy", "-d", "-c", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}, preexec_fn=end_with_parent)
        while process.poll() is None:
            if listens(port):
                return process, port
            time.sleep(0.01)
    sys.exit("tinyproxy does not start")


def say(**facts):
    print(json.dumps(facts), flush=True)


with tempfile.TemporaryDirectory() as folder:
    authority, context = make_certificate(folder)
    servers = {"tls": serve("https", context), "plain": serve("http")}
    ports = {name: server.server_address[1] for name, server in servers.items()}
    proxy, port = start_proxy(folder, allowed=ports["tls"])
    say(proxy=port, authority=authority, **ports)
    for line in sys.stdin:
        end = json.loads(line).get("end")
        if end == "tls":
            servers["tls"].shutdown()
            servers["tls"].server_close()
        if end == "proxy":
            proxy.kill()
            proxy.wait()
        with lock:
            say(requests=requests)
    if proxy.poll() is None:
        proxy.kill()
        proxy.wait()
