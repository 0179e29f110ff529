#!/usr/bin/env python3
"""Checks that relative links and named files in the Markdown pages exist."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def main():
    pages = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split()
    broken = []
    for page in pages:
        text = re.sub(r"```.*?```", "", (ROOT / page).read_text(), flags=re.S)
        for target in LINK.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            if not ((ROOT / page).parent / target).exists():
                broken.append(f"{page}: no {target}")
    print("\n".join(broken) or f"{len(pages)} pages, no broken link")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
