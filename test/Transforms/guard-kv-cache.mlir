// RUN: nanguard-opt %s --nanguard-guard-kv-cache | FileCheck %s
// RUN: nanguard-opt %s --nanguard-guard-kv-cache --nanguard-annotate --nanguard-outline --nanguard-place-scans | FileCheck %s --check-prefix=SCAN
// RUN: not nanguard-opt %s --nanguard-guard-kv-cache="args=7" 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: no argument 7 to treat as a KV cache

#map = affine_map<(d0) -> (d0)>
// The update is sanitised against the old cache before anyone reads it.
// CHECK-LABEL: @cache
// CHECK: %[[NEW:.*]] = linalg.generic
// CHECK: %[[SAFE:.*]] = nanguard.cluster kind(kv_write) {{.*}} ins(%[[NEW]], %{{.*}} : tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
// CHECK: nanguard.sanitise
// CHECK: return %[[SAFE]] : tensor<4xf16>
// The count goes into the row where something is scanned, and only there.
// SCAN-LABEL: func.func private @ng_kv_write_0_fused(
// SCAN-NOT: tensor.insert
// SCAN-LABEL: func.func private @ng_kv_write_0_fused_bits(
// SCAN: %{{.*}}, %[[COUNT:.*]] = nanguard.sanitise
// SCAN: tensor.extract %[[COUNT]][]
func.func @cache(%old: tensor<4xf16> {nanguard.kv_cache}, %new: tensor<4xf16>, %hit: tensor<4xi1>) -> tensor<4xf16> {
  %0 = tensor.empty() : tensor<4xf16>
  %1 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%hit, %new, %old : tensor<4xi1>, tensor<4xf16>, tensor<4xf16>) outs(%0 : tensor<4xf16>) {
  ^bb0(%h: i1, %n: f16, %o: f16, %out: f16):
    %r = arith.select %h, %n, %o : f16
    linalg.yield %r : f16
  } -> tensor<4xf16>
  return %1 : tensor<4xf16>
}
