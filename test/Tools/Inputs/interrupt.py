"""Arguments: folder, then nanguard-opt's command line."""
import json
import pathlib
import signal
import subprocess
import sys

folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
signal.signal(signal.SIGINT, signal.default_int_handler)  # lit ignores it, and children inherit that
report, manifest, output = folder / "report", folder / "manifest", folder / "out.mlir"

tool = subprocess.Popen([*command, "--guard-tiers", f"--guard-report={report}", f"--guard-manifest={manifest}"],
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
tool.stdout.close()
assert tool.stderr.read() == ""
assert tool.wait() in (-signal.SIGPIPE, 128 + signal.SIGPIPE), tool.returncode
assert report.read_text().endswith("\n") and json.loads(manifest.read_text())

for stop in (signal.SIGINT, signal.SIGTERM):
    tool = subprocess.Popen([command[0], "-", "-o", str(output)], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    tool.stdin.write(b"module {")
    tool.stdin.flush()
    tool.send_signal(stop)
    assert tool.wait(60) == -stop, tool.returncode

assert sorted(path.name for path in folder.iterdir()) == ["manifest", "report"]
print("whole files")
