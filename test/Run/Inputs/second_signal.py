"""A second signal, of either kind, ends a run at once. The run stands in a write to a pipe that nobody reads.
Arguments: nanguard-run's command line."""
import fcntl
import signal
import subprocess
import sys
import termios
import time


def unread(pipe):
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def run(first, second):
    tool = subprocess.Popen([*sys.argv[1:], "--steps=1000000000"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    before = 0
    while (now := unread(tool.stdout)) == 0 or now != before:
        before = now
        assert tool.poll() is None
        time.sleep(0.5)
    tool.send_signal(first)
    try:
        tool.wait(0.5)
        raise AssertionError("one signal ends a run after its step, not inside")
    except subprocess.TimeoutExpired:
        pass
    tool.send_signal(second)
    assert tool.wait(60) == -second, tool.returncode


signal.signal(signal.SIGINT, signal.default_int_handler)  # lit ignores it, and children inherit that
run(signal.SIGINT, signal.SIGTERM)
run(signal.SIGTERM, signal.SIGINT)
run(signal.SIGINT, signal.SIGINT)
print("ended at once")
