"""A run's metrics must be read within 10 s beside clients that connect and say nothing.

    half_open.py COMMAND…     a run that lasts, without --metrics-listen
"""
import socket
import subprocess
import sys
import time
import urllib.request

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
run = subprocess.Popen(sys.argv[1:] + [f"--metrics-listen=127.0.0.1:{port}"], stdout=subprocess.DEVNULL)
try:
    deadline = time.monotonic() + 60
    while True:
        try:
            idle = [socket.create_connection(("127.0.0.1", port), timeout=5)]
            break
        except OSError:
            if time.monotonic() > deadline or run.poll() is not None:
                sys.exit("nobody listens")
            time.sleep(0.1)
    idle += [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(24)]
    for client in idle[::2]:
        client.sendall(b"GET /metrics HTTP/1.1\r\nHost: a")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        assert b"nanguard_steps_total" in answer.read()
    print("read")
finally:
    run.kill()
    run.wait()
