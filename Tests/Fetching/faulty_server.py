"""A web server on loopback that serves a folder, and does wrong on purpose: faulty_server.py FOLDER

Prints its port, then serves until its standard input ends. The first part of a path is what it does:

    /plain/X          X as it is, with ranges
    /noranges/X       without ranges: the whole file whatever was asked for
    /drop/X           breaks off after half of what was asked for, each time
    /drops/X          breaks off after 1,000 bytes beyond what was asked for
    /short/X          says a length that is 100 bytes more than it sends
    /long/X           says a length that is 100 bytes less
    /wrong/X          as many bytes, one of them another
    /stall/X          begins, then is silent
    /silent/X         never answers
    /endless/X        sends for ever, without a length
    /other/X          leads to X under another name of this host
    /scheme/X         leads to a file:// address
    /loop/X           leads to itself
    /gone/X           404
"""

import http.server
import pathlib
import socketserver
import sys
import threading
import time
import urllib.parse

FOLDER = pathlib.Path(sys.argv[1])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def log_message(self, *_):
        pass

    def lead(self, place):
        self.send_response(302)
        self.send_header("Location", place)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        _, kind, *rest = urllib.parse.unquote(self.path).split("/")
        path = "/".join(rest)
        port = self.server.server_address[1]
        if kind == "silent":
            time.sleep(60)
            return
        if kind == "gone":
            return self.send_error(404)
        if kind == "loop":
            return self.lead(self.path)
        if kind == "other":
            return self.lead(f"http://localhost:{port}/plain/{urllib.parse.quote(path)}")
        if kind == "scheme":
            return self.lead((FOLDER / path).as_uri())
        if kind == "endless":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(bytes(1 << 16))
        try:
            data = (FOLDER / path).read_bytes()
        except OSError:
            return self.send_error(404)
        start = 0
        asked = self.headers.get("Range", "")
        if asked.startswith("bytes=") and kind != "noranges":
            start = int(asked[6:].split("-")[0])
            if start >= len(data):
                return self.send_error(416)
        body = data[start:]
        length = len(body)
        if kind == "wrong":
            body = body[:-1] + bytes([body[-1] ^ 1])
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(length + {"short": 100, "long": -100}.get(kind, 0)))
        self.end_headers()
        if kind == "drop":
            body = body[: len(body) // 2]
        if kind == "drops":
            body = body[:1000]
        if kind == "stall":
            self.wfile.write(body[:100])
            self.wfile.flush()
            time.sleep(60)
            return
        self.wfile.write(body)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
