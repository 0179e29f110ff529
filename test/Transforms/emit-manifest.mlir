// The manifest of a guarded module, as an attribute and as a file.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-emit-manifest{output=%t.json})' | FileCheck %s
// RUN: %python -c "import json, sys; print(json.dumps(json.load(open(sys.argv[1])), indent=1, sort_keys=True))" %t.json | FileCheck %s --check-prefix=JSON
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-emit-manifest{report=-})' -o %t.out 2>&1 | FileCheck %s --check-prefix=REPORT

// CHECK: module attributes {nanguard.manifest = "{\22abi\22:

// Operand 0 comes from argument 0 through a mover; the ids are the dispatches'.
// JSON: "columns": 12
// JSON: "index": 0
// JSON: "kv_cache": true
// JSON: "type": "tensor<2x4xf16>"
// JSON: "index": 1
// JSON: "kv_cache": false
// JSON: "args": [
// JSON-NEXT: 0
// JSON: "clip": true
// JSON: "dtype": "f16"
// JSON: "elements": -1
// JSON: "expect_inf": false
// JSON: "file": "m.py"
// JSON: "id": 0
// JSON: "kernel": "k_fused"
// JSON: "kind": "activation"
// JSON: "line": 3
// JSON: "members": [
// JSON-NEXT: "layer.act"
// JSON: "arg": 0
// JSON: "op": -1
// JSON: "path": "layer.act"
// JSON: "risk": 1
// JSON: "shape": [
// JSON-NEXT: -1
// JSON: "upstream": []
// JSON: "variants": [
// JSON-NEXT: "fused",
// JSON-NEXT: "safe",
// JSON-NEXT: "unfused"
// JSON: "wide": "f32"
// JSON: "commit": true
// JSON: "unguarded": [
// JSON: "op": "tensor.collapse_shape"
// JSON-NEXT: "why": "mover"

// REPORT: 0 fused safe unfused activation layer.act m.py:3
// REPORT: - mover tensor.collapse_shape m.py:2
// REPORT: 1 guarded, {{[0-9]+}} mover, 0 proven harmless, 0 not understood
func.func @main(%x: tensor<2x4xf16> {nanguard.kv_cache}, %tiers_like: tensor<?xf16>, %tiers: tensor<1xi8>) -> (tensor<?xf16> {nanguard.commit}, tensor<1x12xi64>) {
  %c0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<1x12xi64>
  %report = linalg.fill ins(%c0 : i64) outs(%e : tensor<1x12xi64>) -> tensor<1x12xi64>
  %v = tensor.collapse_shape %x [[0, 1]] : tensor<2x4xf16> into tensor<8xf16> loc("m.py":2:0)
  %d = tensor.cast %v : tensor<8xf16> to tensor<?xf16>
  %y, %new = nanguard.dispatch kind(activation) id(0) "layer.act" [@k_fused, @k_bits, @k_safe, @k_unfused] ins(%d : tensor<?xf16>) outs(%tiers_like : tensor<?xf16>) tiers(%tiers : tensor<1xi8>) report(%report : tensor<1x12xi64>) {nanguard.clip = 8.0 : f64} -> (tensor<?xf16>) loc("layer.act"("m.py":3:0))
  return %y, %new : tensor<?xf16>, tensor<1x12xi64>
}
func.func private @k_fused(%x: tensor<?xf16>, %o: tensor<?xf16>, %row: tensor<12xi64>) -> (tensor<?xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused>} {
  return %x, %row : tensor<?xf16>, tensor<12xi64>
}
func.func private @k_bits(%x: tensor<?xf16>, %o: tensor<?xf16>, %row: tensor<12xi64>) -> (tensor<?xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>} {
  return %x, %row : tensor<?xf16>, tensor<12xi64>
}
func.func private @k_safe(%x: tensor<?xf16>, %o: tensor<?xf16>, %row: tensor<12xi64>) -> (tensor<?xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<safe>} {
  return %x, %row : tensor<?xf16>, tensor<12xi64>
}
func.func private @k_unfused(%x: tensor<?xf16>, %o: tensor<?xf16>, %row: tensor<12xi64>) -> (tensor<?xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<unfused>} {
  return %x, %row : tensor<?xf16>, tensor<12xi64>
}
