"""Serve a folder on this machine as a web host would: compressed, and in several threads."""

import gzip
import io
import threading
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TEXT = {".html", ".css", ".js", ".svg", ".json", ".txt"}


@cache
def compressed_bytes(path):
    """The file's bytes, compressed."""
    return gzip.compress(path.read_bytes(), 6)


class Handler(SimpleHTTPRequestHandler):
    """Files of a folder; text is compressed for a client that accepts it."""

    protocol_version = "HTTP/1.1"

    def send_head(self):
        """Headers, and the open file that follows them."""
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        accepted = "gzip" in self.headers.get("Accept-Encoding", "")
        if not (accepted and path.suffix in TEXT and path.is_file()):
            return super().send_head()
        body = compressed_bytes(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def log_message(self, *args):
        """Say nothing of each request."""


@contextmanager
def serve_folder(folder):
    """The address of a server of the folder, which lives as long as the block."""
    handler = partial(Handler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
