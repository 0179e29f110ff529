"""A run that is stopped by a signal, or whose standard output is closed, ends after its step and leaves whole
files. Arguments: folder, then nanguard-run's command line."""
import json
import pathlib
import signal
import subprocess
import sys

folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]


def run(name, stop, code):
    files = {kind: folder / f"{name}.{kind}" for kind in ("json", "report", "trace", "metrics")}
    tool = subprocess.Popen([*command, "--steps=1000000000", *(f"--{kind}={path}" for kind, path in files.items())],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(20):
        tool.stdout.readline()
    stop(tool)
    if not tool.stdout.closed:
        tool.stdout.read()
    told = tool.stderr.read()
    assert tool.wait() == code, (name, tool.returncode, told)
    lines = [json.loads(line) for line in files["json"].read_text().splitlines()]
    assert [line["step"] for line in lines] == list(range(1, len(lines) + 1)) and len(lines) >= 18, name
    assert json.loads(files["trace"].read_text())
    assert files["report"].read_text().rstrip().endswith("</html>")
    assert files["metrics"].read_text().endswith("\n")
    assert not list(folder.glob("*.tmp-*"))
    return told


told = run("int", lambda tool: tool.send_signal(signal.SIGINT), 130)
assert told == "nanguard-run: stopped by SIGINT\n", told
assert run("term", lambda tool: tool.send_signal(signal.SIGTERM), 143) == "nanguard-run: stopped by SIGTERM\n"
assert run("pipe", lambda tool: tool.stdout.close(), 141) == ""
print("whole files")
