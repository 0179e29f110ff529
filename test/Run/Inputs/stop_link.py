"""The linker that is first in PATH ends the tool that called it. Arguments: folder, then nanguard-run's command line."""
import os
import pathlib
import signal
import subprocess
import sys

folder, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
signal.signal(signal.SIGINT, signal.default_int_handler)  # lit ignores it, and children inherit that
for stop in (signal.SIGINT, signal.SIGTERM):
    tools, temporaries, output = (folder / stop.name / name for name in ("bin", "tmp", "out"))
    for made in (tools, temporaries, output):
        made.mkdir(parents=True)
    linker = tools / "cc"
    linker.write_text(f'#!/bin/sh\nls "$TMPDIR"/*.o > {tools}/objects\nkill -{int(stop)} $PPID\nexec sleep 1\n')
    linker.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "TMPDIR": str(temporaries)}
    done = subprocess.run([*command, "--emit=so", "-o", output / "m.so"], env=environment, capture_output=True)
    assert done.returncode == -stop, done
    assert (tools / "objects").read_text(), "the link had objects"
    assert not [*temporaries.iterdir(), *output.iterdir()], stop.name
