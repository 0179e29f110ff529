"""Runs nanguard-run with flags that are wrong and checks what it says.

usage: check_flags.py FOLDER

Each run must end with exit code 1 and exactly one error on standard error: the
line that stands beside it here.
"""
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(sys.argv[1])
MODEL = """func.func @main(%x: tensor<4xf16>, %i: tensor<4xi8>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
"""
UNKNOWN = """func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %r = "other.op"(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
"""
DECLARED = """func.func private @away(tensor<4xf16>) -> tensor<4xf16>
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %r = call @away(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
"""
MISSING = """func.func private @nanguard_test_missing(f32) -> f32
func.func @main(%x: f32) -> f32 {
  %r = call @nanguard_test_missing(%x) : (f32) -> f32
  return %r : f32
}
"""
MANY = f"""func.func @main({', '.join(f'%x{i}: f32' for i in range(16))}) -> f32 {{
  return %x0 : f32
}}
"""
DYNAMIC = """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
"""
X, I = "--input=4xf16=1", "--input=4xi8=1"
FAULT = "--inject=op=1,kind=nan"
BITS = "value= of a bitflip is a bit of f16, 0 to 15"

# What is tried on the small model beside good inputs: flags, message.
FLAGS = [
    # Tiers.
    ("--tiers=", "--tiers=: unknown tier '' (fused, finite, safe, unfused, controller)"),
    ("--tiers=,", "--tiers=,: unknown tier '' (fused, finite, safe, unfused, controller)"),
    ("--tiers=fused,", "--tiers=fused,: unknown tier ''"),
    ("--tiers==safe", "--tiers==safe: names no op"),
    ("--tiers=1=", "--tiers=1=: unknown tier ''"),
    ("--tiers=fast", "--tiers=fast: unknown tier 'fast'"),
    ("--tiers=fused,safe", "--tiers=fused,safe: two tiers for all ops"),
    ("--tiers=fused,1=controller", "the controller chooses for all ops or for none"),
    ("--tiers=7=safe", "no op 7: function 'main' has 2 guarded ops"),
    ("--tiers=0=safe", "'0' has no safe variant"),
    ("--unguarded --tiers=safe", "--tiers: the model is not guarded"),
    ("--as-written --policy=debug", "--policy: the model is not guarded"),
    # Outputs.
    ("--json=q.out --trace=q.out", "'q.out' would be written twice"),
    ("--output=@q.npy --json=q.npy", "'q.npy' would be written twice"),
    # Faults.
    ("--inject=", "names no op"),
    ("--inject=op=,kind=nan", "names no op"),
    ("--inject=op=9,kind=nan", "no op 9"),
    ("--inject=op=nothere,kind=nan", "no guarded op is called 'nothere'"),
    ("--inject=op=0,kind=nan", "op 0 looks at an argument and has no output"),
    ("--inject=op=1,kind=bitflip,value=99", BITS),
    ("--inject=op=1,kind=bitflip,value=1.5", BITS),
    ("--inject=op=1,kind=bitflip,value=-1", BITS),
    ("--inject=op=1,kind=bitflip,value=nan", BITS),
    ("--inject=op=1,kind=nan,value=3", "kind nan takes no value="),
    ("--inject=op=1,kind=set", "kind set needs value="),
    ("--inject=op=1,kind=nan,,", "unknown key ''"),
    ("--inject=op=1,kind=nan,kind=inf", "'kind' contradicts what stands before it"),
    ("--inject=op=1,op=0,kind=nan", "'op' contradicts what stands before it"),
    ("--inject=op=1,kind=nan,operand=0,output", "'output' contradicts what stands before it"),
    ("--inject=op=1,kind=nan,index=1,row=0", "'row' contradicts what stands before it"),
    ("--inject=op=1,kind=nan,output=3", "bad value '3' for output"),
    ("--inject=op=1,kind=nan,step=0", "bad value '0' for step"),
    ("--inject=op=1,kind=nan,step=3-", "bad value '3-' for step"),
    ("--inject=op=1,kind=nan,step=2", "no step 2, --steps=1"),
    ("--inject=op=1,kind=nan,index=4", "is outside of the tensor"),
    ("--inject-each=op=9,kind=nan", "no op 9"),
    ("--inject-each=op=1,kind=nan,step=2", "no step 2, --steps=1"),
    ("--inject-each=op=1,kind=nan --print", "--inject-each makes several runs: --print is about one"),
    ("--as-written --inject-each=op=1,kind=nan", "--inject-each: the model is not guarded"),
    # Policy.
    ("--policy=.", "--policy=.: cannot read it: Is a directory"),
    ("--policy=", "--policy=: unknown policy preset ''"),
    ("--policy=mine", "--policy=mine: unknown policy preset 'mine'"),
    ("--policy=/none.json", "--policy=/none.json: cannot read it: No such file or directory"),
    ("--policy=none.json", "--policy=none.json: cannot read it: No such file or directory"),
    ("--policy=debug --tiers=fused", "--policy needs --tiers=controller"),
    # Guarding and compiling.
    ("--guard-options=foo", "--guard-options=foo: no such option foo"),
    ("--guard-options=fused=quick", "fused=quick: wants as-written, fast"),
    ("--guard-options=clip=all", "clip=all: wants marked, type"),
    ("--guard-options=target=cpu", "target and chip are nanguard-opt's alone"),
    ("--guard-options=kv-cache=x", "'x' value invalid for uint argument"),
    ("--guard-options=kv-cache=7", "error: no argument 7 to treat as a KV cache"),
    ("--guard-options=fixed=best", "error: unknown variant 'best' in 'best'"),
    ("--as-written --unguarded", "--as-written and --unguarded: choose one"),
    ("--unguarded --report=r.html", "--unguarded has no scans: --report has nothing to tell"),
    ("--unguarded --trace=t.json", "--unguarded has no scans: --trace has nothing to tell"),
    ("--as-written --json=-", "--as-written has no scans: --json has nothing to tell"),
    ("--as-written --guard-options=fused=fast", "--as-written skips what --guard-options is for"),
    ("-O7", "-O7: wants 0 to 3"),
    ("--threads=100000", "--threads=100000: at most 1024"),
    ("--function=other", "no function 'other'"),
    # Steps and results.
    ("--steps=0", "--steps must be at least 1"),
    ("--steps=x", "'x' value invalid for long argument"),
    ("--carry=0", "--carry=0: wants RESULT:ARG"),
    ("--carry=0:9", "--carry=0:9: function 'main' has 1 results and 2 arguments"),
    ("--carry=0:1", "--carry=0:1: result has type tensor<4xf16>, argument tensor<4xi8>"),
    ("--carry=0:0 --carry=0:0", "argument 0 is carried to twice"),
    ("--rtol=-1", "--rtol must not be negative"),
    ("--atol=nan", "--atol must not be negative"),
    ("--expected-output=", "--expected-output=: unknown element type ''"),
    ("--expected-output=4xf16=", "--expected-output=4xf16=: no values after '='"),
    ("--expected-output=@none", "cannot read 'none': No such file"),
    ("--list-ops", "--list-ops runs nothing: --input has no place beside it"),
    ("--output=", "--output= names no file"),
    ("--output=@", "--output=@ names no file"),
    ("--output=a --output=b", "function 'main' has 1 results, flags name 2"),
    ("--manifest=", "--manifest names no file"),
    ("--json=", "--json names no file"),
    # Emitting.
    ("-o x", "-o needs --emit=so or --emit=obj"),
    ("--emit= -o x", "--emit=: wants so or obj"),
    ("--emit=exe -o x", "--emit=exe: wants so or obj"),
    ("--emit=so", "--emit needs -o FILE"),
    ("--emit=so -o x", "--emit runs nothing: --input has no place beside it"),
]

# Inputs of the f16 argument, and of the i8 one after a good first.
INPUTS = [
    ("--input=", "--input=: unknown element type ''"),
    ("--input=@", "cannot read ''"),
    ("--input=@.", "cannot read '.': Is a directory"),
    ("--input=random:", "--input=random:: wants random:SEED"),
    ("--input=4xf16=random:x", "--input=4xf16=random:x: wants random:SEED"),
    ("--input=4xf16=", "no values after '='; '4xf16' alone means zeros"),
    ("--input=4xf16=[]", "no values after '='"),
    ("--input=4xf16=,", "2 values, wants 4"),
    ("--input=4xf16=1,", "2 values, wants 4"),
    ("--input=4xf16=1,,3,4", "'' is no number"),
    ("--input=4xf16=1,,2,3,4", "5 values, wants 4"),
    ("--input=4xf16=1,2 3,4", "3 values, wants 4"),
    ("--input=4xf16=[1,2,3,4", "unbalanced brackets"),
    ("--input=4xf16=1]", "unbalanced brackets"),
    ("--input=4xf16=0x", "'0x' is no number"),
    ("--input=?xf16=1", "'?xf16' needs static extents"),
    ("--input=4xq8=1", "unknown element type 'q8'"),
    (X + " --input=4xi8=300", "--input=4xi8=300: '300' is no i8"),
    (X + " --input=4xi8=1.5", "'1.5' is no i8"),
    (X + " --input=4xi8=nan", "'nan' is no i8"),
    (X + " --input=4xi1=2", "'2' is no i1"),
    (X, "function 'main' has 2 arguments, --input gives 1: tensor<4xf16> (given), tensor<4xi8>; random:SEED fills"),
    (f"{X} {I} {I}", "is one input too many: function 'main' has 2 arguments: tensor<4xf16> (given), tensor<4xi8> (given)"),
]

# What is told of a model that cannot even be parsed.
EARLY = [
    ("--input=@none", "cannot read 'none': No such file"),
    ("--input=@.", "cannot read '.': Is a directory"),
    ("--input=4xf16=1,", "2 values, wants 4"),
    ("--input=random:x", "wants random:SEED"),
    ("--expected-output=@none", "cannot read 'none': No such file"),
    ("--policy=mine", "unknown policy preset 'mine'"),
    *((flag + path, f"cannot write '{path}': {why}")
      for flag in ("--report=", "--trace=", "--json=", "--manifest=", "--output=@", "--emit=so -o ")
      for path, why in (("none/x", "No such file or directory"), (".", "Is a directory"), ("m.mlir/x", "Not a directory"))),
    ("--report=-", "--report writes a file, not standard output"),
    *((f"--records={path}", f"cannot write '{path}/records': Not a directory") for path in ("m.mlir", "m.mlir/x/y")),
]

failures = 0


def fails(model, flags, message, cache=True):
    """Checks one run that must fail with one error."""
    global failures
    command = ["nanguard-run", FOLDER / model, *flags, *([] if cache else ["--no-cache"])]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=300)
    told = [line for line in done.stderr.splitlines() if "error" in line or line.startswith("nanguard-run")]
    if done.returncode != 1 or len(told) != 1 or message not in told[0]:
        failures += 1
        print(f"{model} {flags}: exit code {done.returncode}, wanted {message!r}\n{done.stderr}")


def main():
    for name, text in (("m.mlir", MODEL), ("unknown.mlir", UNKNOWN), ("declared.mlir", DECLARED),
                       ("missing.mlir", MISSING), ("many.mlir", MANY), ("dynamic.mlir", DYNAMIC), ("broken.mlir", "func.func @main(")):
        (FOLDER / name).write_text(text)
    for flags, message in FLAGS:
        inputs = [] if flags.endswith("--emit=so") or "--emit= " in flags or "--emit=exe" in flags else [X, I]
        # Values hold no spaces here.
        fails("m.mlir", [*inputs, "--quiet", *flags.split()], message)
    for flags, message in INPUTS:
        parts = flags.split(" --input") if flags.startswith(X) else [flags]
        fails("m.mlir", ["--quiet", parts[0], *("--input" + part for part in parts[1:])], message)

    # Of many arguments those around the first that is missing.
    fails("many.mlir", ["--input=f32=1"] * 5, "has 16 arguments, --input gives 5: …, f32 (given), f32 (given), f32 (given), "
          "f32, f32, f32, f32, f32, …; random")

    # A size that only the user knows.
    fails("dynamic.mlir", ["--input=random:1"], "argument 0 has type tensor<?xf32>: say its extents, 2x3xf16=random:SEED")

    # What does not depend on the model is told before that is compiled.
    for flags, message in EARLY:
        fails("broken.mlir", flags.split(), message)

    # A library is compiled already, and holds ways in for faults only where it was told.
    subprocess.run(["nanguard-run", "m.mlir", "--emit=so", "-o", "m.so"], cwd=FOLDER, check=True)
    fails("m.so", [X, I, "--quiet", "--guard-options=fused=fast"], "is compiled already: --guard-options needs")
    fails("m.so", [X, I, "--quiet", "-O1"], "is compiled already: -O needs an .mlir file")
    fails("m.so", ["--emit=so", "-o", "n.so"], "--emit needs an .mlir file")
    fails("m.so", [X, I, "--quiet", FAULT], "compiled without a way in for faults at op 1")

    # Models that cannot be compiled: one error, with its place.
    fails("unknown.mlir", [X], "unknown.mlir:2:8: error: cannot compile 'other.op'")
    fails("declared.mlir", [X], "declared.mlir:3:8: error: cannot compile a call of 'away'")
    fails("declared.mlir", [X, "--as-written"], "cannot compile a call of 'away'")
    fails("missing.mlir", ["--input=f32=1", "--as-written"], "Symbols not found: [ nanguard_test_missing ]")
    # The tier vector and the manifest must agree.
    guarded = subprocess.run(["nanguard-opt", "m.mlir", "--guard-tiers"], cwd=FOLDER, check=True,
                             capture_output=True, text=True).stdout
    # Drops the last op from the manifest, a string attribute whose quotes are escaped.
    (FOLDER / "short.mlir").write_text(re.sub(r'(\\22ops\\22:\[.*),\{\\22id\\22:1.*?(\]\}\],\\22unguarded)', r"\1\2", guarded))
    fails("short.mlir", [X, I], "its tier vector has another length: guard the model anew")
    fails("broken.mlir", [X], "broken.mlir:1:16: error: ")
    print(f"{failures} failed")
    return failures != 0


sys.exit(main())
