"""Pictures of glTF files as three.js draws them, in Chromium without a window and with software OpenGL."""
import http.server
import json
import pathlib
import shutil
import subprocess
import tempfile
import threading
import urllib.parse

import numpy

PATIENCE = 600  # [s]
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
         "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--force-color-profile=srgb")


def missing(tools):
    """Why nothing can be shown on this machine; empty: it can."""
    if not shutil.which("chromium"):
        return "Chromium is not installed"
    if not (pathlib.Path(tools) / "node_modules" / "three").exists():
        return "the npm package three is not installed"
    return ""


class _Page(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/favicon.ico":
            return self.send_error(404)
        if self.path != "/jobs.json":
            return super().do_GET()
        body = json.dumps(self.server.jobs).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        _, what, *name = urllib.parse.unquote(self.path).split("/", 2)
        self.send_response(204)
        self.end_headers()
        if what == "done":
            self.server.told["version"] = body.decode()
            self.server.done.set()
        else:
            self.server.told[name[0]] = body if what == "picture" else body.decode()


def show(tools, jobs):
    """@param jobs  [{"name", "file": below tools, "clip", "time", "from", "at", "fov", "width", "height", "lit", "backgrounds"}]
    @return pictures by (name, background), [y][x][3] in 0 to 1; a text where the file could not be shown; and
    the version of three.js"""

    def page(*given):
        return _Page(*given, directory=str(tools))

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), page)
    server.jobs, server.told, server.done = jobs, {}, threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", *FLAGS, f"--user-data-dir={profile}", f"http://127.0.0.1:{server.server_port}/looks.html"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        finished = server.done.wait(PATIENCE)
        browser.terminate()
        try:
            browser.wait(10)
        except subprocess.TimeoutExpired:
            browser.kill()
            browser.wait()
    server.shutdown()
    out = {}
    for job in jobs:
        for background in job["backgrounds"]:
            data = server.told.get(f"{job['name']}-{background}")
            if data is None:
                out[job["name"], background] = server.told.get(job["name"], "no picture")
                continue
            pixels = numpy.frombuffer(data, numpy.uint8).reshape(job["height"], job["width"], 4)
            out[job["name"], background] = pixels[::-1, :, :3] / 255
    return out, server.told.get("version", "three.js") if finished else "no answer"
