// --check-finite gives the same verdict whatever else is asked for: in a sum that
// overflows inside, where no output is bad, and for a plain NaN.
// RUN: rm -rf %t && mkdir -p %t
// RUN: bash %S/Inputs/same_status.sh 2 nanguard-run %s --tiers=fused --quiet --check-finite --input=1x2xf16=11,11 --guard-options=fused=fast -- --json=- --time
// RUN: bash %S/Inputs/same_status.sh 2 nanguard-run %s --tiers=fused --quiet --check-finite --input=1x2xf16=nan,0 -- --json=- --time
// RUN: bash %S/Inputs/same_status.sh 0 nanguard-run %s --tiers=fused --quiet --check-finite --input=1x2xf16=1,0 -- --json=- --time
func.func @main(%x: tensor<1x2xf16>) -> tensor<1x2xf16> {
  %e = tensor.empty() : tensor<1x2xf16>
  %r = linalg.softmax dimension(1) ins(%x : tensor<1x2xf16>) outs(%e : tensor<1x2xf16>) -> tensor<1x2xf16>
  return %r : tensor<1x2xf16>
}
