#!/usr/bin/env python3
"""Lets a real Prometheus server scrape a run.

    utils/check_scrape.py nanguard-run [arguments of a run that lasts]

Starts the run with --metrics-listen on a free port, and `prometheus` from the
PATH beside it, and waits until a query answers with the run's own counters.
"""
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(port, query):
    url = f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode({"query": query})
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return json.load(answer)["data"]["result"]
    except OSError:
        return []


def main():
    target, server = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder, "prometheus.yml")
        config.write_text("global: {scrape_interval: 1s}\nscrape_configs:\n"
                          "- job_name: nanguard\n  static_configs:\n"
                          f"  - targets: ['127.0.0.1:{target}']\n")
        log = open(pathlib.Path(folder, "log"), "w", encoding="utf-8")
        run = subprocess.Popen(sys.argv[1:] + [f"--metrics-listen=127.0.0.1:{target}"],
                               stdout=subprocess.DEVNULL)
        prometheus = subprocess.Popen(
            ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{server}"], stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                lowered = ask(server, "nanguard_downgrades_total")
                if lowered and float(lowered[0]["value"][1]) >= 1:
                    break
                if run.poll() is not None:
                    sys.exit(f"the run ended first, status {run.returncode}")
                time.sleep(0.5)
            else:
                sys.exit("no answer: " + pathlib.Path(folder, "log").read_text()[-2000:])
            for query in ("nanguard_downgrades_total", "nanguard_op_state",
                          'nanguard_events_total{reason="repeated"}'):
                for series in ask(server, query):
                    labels = {key: value for key, value in series["metric"].items()
                              if key not in ("instance", "job")}
                    print(query, json.dumps(labels, sort_keys=True), series["value"][1])
        finally:
            for process in run, prometheus:
                process.terminate()
            for process in run, prometheus:
                process.wait(30)
            log.close()


if __name__ == "__main__":
    main()
