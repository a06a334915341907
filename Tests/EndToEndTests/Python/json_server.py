"""A server on this machine that answers every call in JSON, in threads of its own that end with the process."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def serve(port, answer):
    """Serves `answer`, which gets the bytes of a call's body and returns what is said.

    Bytes are said as they are, a status of three digits is an error's, and None says nothing; all else is written as JSON.
    """
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            said = answer(self.rfile.read(int(self.headers.get("content-length", 0))))
            if said is None:
                return
            if isinstance(said, int):
                return self.send_error(said)
            body = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
