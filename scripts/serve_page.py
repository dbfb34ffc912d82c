#!/usr/bin/env python3
"""Serves the page that scripts/build_page.sh has built, on this machine only: http://localhost:8080/

Sends files compressed where the browser takes that, and the headers that isolate the page, which threads need."""

import argparse
import http.server
import os
import sys

SITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "page", "site")
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".wasm": "application/wasm",
         ".svg": "image/svg+xml", ".data": "application/octet-stream"}


def handler(site, isolated):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            name = self.path.split("?")[0].lstrip("/") or "index.html"
            path = os.path.realpath(os.path.join(site, name))
            kind = TYPES.get(os.path.splitext(path)[1])
            if not path.startswith(os.path.realpath(site) + os.sep) or not kind or not os.path.isfile(path):
                self.send_error(404)
                return
            packed = "gzip" in self.headers.get("Accept-Encoding", "") and os.path.isfile(path + ".gz")
            with open(path + ".gz" if packed else path, "rb") as file:
                body = file.read()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-cache")
            if packed:
                self.send_header("Content-Encoding", "gzip")
            if isolated:
                self.send_header("Cross-Origin-Opener-Policy", "same-origin")
                self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

        def handle(self):
            try:
                super().handle()
            except ConnectionError:
                pass  # the browser has closed the page

    return Handler


def serve(site, port, isolated=True):
    """Returns a server that listens on `port` (0: any free one); call its serve_forever()."""
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler(site, isolated))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--site", default=SITE, help="folder of the page; default: build/page/site")
    parser.add_argument("--not-isolated", action="store_true", help="without the headers that isolate the page")
    options = parser.parse_args()
    if not os.path.isfile(os.path.join(options.site, "index.html")):
        sys.exit(f"{options.site} has no page: build it with scripts/build_page.sh")
    print(f"http://localhost:{options.port}/", flush=True)
    try:
        serve(options.site, options.port, not options.not_isolated).serve_forever()
    except KeyboardInterrupt:
        pass
