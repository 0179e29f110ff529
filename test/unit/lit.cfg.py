"""lit configuration: each GoogleTest of each executable named *Tests is a test."""
import os

import lit.formats

config.name = "NanGuard-Unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.suffixes = []
config.test_source_root = os.path.join(config.nanguard_build, "bin")
config.test_exec_root = config.test_source_root
for name in ("HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
