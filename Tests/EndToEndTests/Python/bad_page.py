"""A page on which every check must find something: a check that cannot fail checks nothing."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"""<!doctype html>
<html>
<head><title>Bad</title>
<style>
  p { color: #999; background: #fff }
  button { width: 20px; height: 20px; outline: none !important }
  .wide { width: 2000px }
  th { display: block; width: 2ch; overflow-wrap: anywhere }
</style>
</head>
<body>
<a href="/elsewhere">First</a> <a href="https://localhost/">Away</a>
<h1>One</h1><h1>Two</h1>
<p class="wide" style="margin: 0">Pale
<main>
<table><tr><td><div class="wide">1</div></td><th>Head</th></tr></table>
<button></button><input name="q">
<div><b>Broken</div></b>
</main>
<script>
  document.querySelector("button").addEventListener("keydown", (event) => event.preventDefault());
  addEventListener("keydown", ({ key }) => { location.hash += key; });
  undefinedFunction();
</script>
</body>
</html>
"""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class BadPage:
    """Serves the page on a free port of this machine; its value is the address."""

    def __enter__(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://localhost:{self.server.server_address[1]}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
