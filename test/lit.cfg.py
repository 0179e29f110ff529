"""lit configuration: .mlir tests run by shell, tools from the build tree."""
import os
import shutil
import subprocess

import lit.formats

config.name = "NanGuard"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["cases", "consumer", "Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.nanguard_build, "test")

venv = os.path.join(config.nanguard_src, ".venv", "bin")
python = os.path.join(venv, "python")
if not os.path.exists(python):
    python = config.nanguard_python

path = [os.path.join(config.nanguard_build, "bin"), config.llvm_tools]
config.environment["PATH"] = os.pathsep.join(path + [os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --allow-unused-prefixes=false"
# lit runs a test on every core; kernels that share cores with others wait in loops.
config.environment["NANGUARD_THREADS"] = "1"
for name in ("HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%project", config.nanguard_src))
config.substitutions.append(("%build", config.nanguard_build))
config.substitutions.append(("%python", python))
config.substitutions.append(("%plugin", os.path.join(config.nanguard_build, "lib", "NanGuardPlugin.so")))

# A module with kernels of the gpu or nvvm dialect and functions that launch them, to what
# mlir-runner runs; and mlir-runner (-e FUNCTION) with the emulator and its checks.
to_host = ",".join(["expand-strided-metadata", "convert-scf-to-cf", "finalize-memref-to-llvm", "convert-arith-to-llvm",
                    "convert-func-to-llvm", "convert-cf-to-llvm", "reconcile-unrealized-casts"])
config.substitutions.append(("%emulate", (
    "nanguard-opt --pass-pipeline='builtin.module(gpu.module(convert-scf-to-cf,convert-nvgpu-to-nvvm,convert-vector-to-llvm,"
    "convert-gpu-to-nvvm,reconcile-unrealized-casts,canonicalize),nanguard-emulate-kernels{checks=true},nanguard-lower-launches,"
    f"{to_host})'")))
libraries = [os.path.join(config.nanguard_build, "lib", "libnanguard_device.so"),
             *(os.path.join(config.llvm_tools, "..", "lib", name)
               for name in ("libmlir_runner_utils.so", "libmlir_c_runner_utils.so"))]
config.substitutions.append(("%run-emulated", (
    "env NANGUARD_DEVICE=sim:checks mlir-runner -entry-point-result=void --shared-libs="
    + ",".join(libraries))))

ptxas = shutil.which("ptxas", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin", venv]))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
nvdisasm = shutil.which("nvdisasm", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin", venv]))
if nvdisasm:
    config.available_features.add("nvdisasm")
    config.substitutions.append(("%nvdisasm", nvdisasm))

# A file system of a few KiB, in a namespace of the test's own.
if shutil.which("unshare") and subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=8k", "none", os.path.dirname(__file__)],
        capture_output=True).returncode == 0:
    config.available_features.add("tmpfs")

for sink in ("metrics", "log"):
    if os.path.exists(os.path.join(config.nanguard_build, "lib", f"libnanguard_{sink}.so")):
        config.available_features.add(sink)
if shutil.which("spin") and shutil.which("cc"):
    config.available_features.add("spin")
if shutil.which("prometheus"):
    config.available_features.add("prometheus")
if subprocess.run([python, os.path.join(config.nanguard_src, "utils", "query_trace.py"), "--where"],
                  capture_output=True).returncode == 0:
    config.available_features.add("perfetto")
