// One test a numbered rule of NanGuardOps.td, in generic form where the pretty
// form would die in the parser.
// RUN: nanguard-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// cluster
//===----------------------------------------------------------------------===//

func.func @cluster_c1(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{cluster_c1: has 1 regions for 2 variants}}
  %0 = "nanguard.cluster"(%x) <{kind = #nanguard.kind<softmax>, variants = [#nanguard.variant<fused>, #nanguard.variant<safe>]}> ({
  ^bb0(%a: tensor<4xf16>):
    nanguard.yield %a : tensor<4xf16>
  }) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @cluster_c1_none(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{cluster_c1: has 0 regions for 1 variants}}
  %0 = "nanguard.cluster"(%x) <{kind = #nanguard.kind<softmax>, variants = [#nanguard.variant<fused>]}> : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @cluster_c2_twice(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{cluster_c2: variant occurs twice}}
  %0 = nanguard.cluster kind(softmax) variants([#nanguard.variant<fused>, #nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    nanguard.yield %a : tensor<4xf16>
  }, {
  ^bb0(%a: tensor<4xf16>):
    nanguard.yield %a : tensor<4xf16>
  }
  return %0 : tensor<4xf16>
}

// -----

func.func @cluster_c2_first(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{cluster_c2: the first variant is not 'fused'}}
  %0 = nanguard.cluster kind(softmax) variants([#nanguard.variant<safe>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    nanguard.yield %a : tensor<4xf16>
  }
  return %0 : tensor<4xf16>
}

// -----

func.func @cluster_c2_empty() {
  // expected-error@+1 {{cluster_c2: the first variant is not 'fused'}}
  "nanguard.cluster"() <{kind = #nanguard.kind<softmax>, variants = []}> : () -> ()
  return
}

// -----

func.func @cluster_c3(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{cluster_c3: a region's arguments differ from the operands' types}}
  %0 = nanguard.cluster kind(softmax) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
    %e = tensor.empty() : tensor<4xf16>
    nanguard.yield %e : tensor<4xf16>
  }
  return %0 : tensor<4xf16>
}

// -----

func.func @cluster_c4_types(%x: tensor<4xf16>) -> tensor<4xf32> {
  // expected-error@+1 {{cluster_c4: a region yields other types than the results'}}
  %0 = nanguard.cluster kind(softmax) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf16>):
    nanguard.yield %a : tensor<4xf16>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @cluster_c4_terminator(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{cluster_c4: a region does not end in nanguard.yield}}
  %0 = nanguard.cluster kind(softmax) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    ub.unreachable
  }
  return %0 : tensor<4xf16>
}

// -----

func.func @cluster_isolated(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = nanguard.cluster kind(softmax) variants([#nanguard.variant<fused>]) -> tensor<4xf16> {
    // expected-error@+1 {{using value defined outside the region}}
    nanguard.yield %x : tensor<4xf16>
  }
  return %0 : tensor<4xf16>
}

// -----

func.func @cluster_kind(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{unknown kind of producer 'softmix'}}
  %0 = nanguard.cluster kind(softmix) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    nanguard.yield %a : tensor<4xf16>
  }
  return %0 : tensor<4xf16>
}

// -----

func.func @yield_parent(%x: tensor<4xf16>) {
  // expected-error@+1 {{expects parent op 'nanguard.cluster'}}
  nanguard.yield %x : tensor<4xf16>
}

// -----

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

func.func @scan_c1(%x: tensor<4xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{scan_c1: elements are 'i32', not f16, bf16, f32, f64 or of 8 bits}}
  %0 = nanguard.scan bits ins(%x : tensor<4xi32>) outs(%z : tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @scan_c1_f6(%x: tensor<4xf6E3M2FN>, %z: tensor<i8>) {
  // expected-error@+1 {{scan_c1: elements are 'f6E3M2FN'}}
  %0 = nanguard.scan bits ins(%x : tensor<4xf6E3M2FN>) outs(%z : tensor<i8>) -> tensor<i8>
  return
}

// -----

func.func @scan_c2_width(%x: tensor<4xf16>, %z: tensor<i32>) {
  // expected-error@+1 {{scan_c2: slots are 'i32' for elements 'f16'}}
  %0 = nanguard.scan bits ins(%x : tensor<4xf16>) outs(%z : tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @scan_c2_signless(%x: tensor<4xf16>, %z: tensor<ui16>) {
  // expected-error@+1 {{scan_c2: slots are 'ui16' for elements 'f16'}}
  %0 = nanguard.scan bits ins(%x : tensor<4xf16>) outs(%z : tensor<ui16>) -> tensor<ui16>
  return
}

// -----

func.func @scan_c3(%x: tensor<4x8xf16>, %z: tensor<8xi16>) {
  // expected-error@+1 {{scan_c3: the slots' shape is not a prefix of the input's}}
  %0 = nanguard.scan bits ins(%x : tensor<4x8xf16>) outs(%z : tensor<8xi16>) -> tensor<8xi16>
  return
}

// -----

func.func @scan_c3_rank(%x: tensor<4xf16>, %z: tensor<4x1xi16>) {
  // expected-error@+1 {{scan_c3: the slots' shape is not a prefix of the input's}}
  %0 = nanguard.scan bits ins(%x : tensor<4xf16>) outs(%z : tensor<4x1xi16>) -> tensor<4x1xi16>
  return
}

// -----

func.func @scan_c4(%x: tensor<4xf16>, %z: tensor<2xi64>) {
  // expected-error@+1 {{scan_c4: the accumulator is 'tensor<2xi64>', not 'tensor<3xi64>'}}
  %0 = nanguard.scan count ins(%x : tensor<4xf16>) outs(%z : tensor<2xi64>) -> tensor<2xi64>
  return
}

// -----

func.func @scan_c5(%x: tensor<4xf16>, %z: tensor<5xf32>) {
  // expected-error@+1 {{scan_c5: the accumulator is 'tensor<5xf32>', not 'tensor<5xf64>'}}
  %0 = nanguard.scan stats ins(%x : tensor<4xf16>) outs(%z : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @scan_c6(%x: tensor<4xf16>, %z: tensor<i16>) {
  // expected-error@+1 {{scan_c6: the result is 'tensor<1xi16>', not the accumulator's 'tensor<i16>'}}
  %0 = nanguard.scan bits ins(%x : tensor<4xf16>) outs(%z : tensor<i16>) -> tensor<1xi16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// clip, sanitise
//===----------------------------------------------------------------------===//

func.func @clip_c1(%x: tensor<4xi32>, %n: tensor<i64>) {
  // expected-error@+1 {{clip_c1: elements are not floats}}
  %0, %1 = nanguard.clip %x, %n bound 1.0 : tensor<4xi32>, tensor<i64> -> tensor<i64>
  return
}

// -----

func.func @clip_c2_zero(%x: tensor<4xf16>, %n: tensor<i64>) {
  // expected-error@+1 {{clip_c2: the bound is not positive}}
  %0, %1 = nanguard.clip %x, %n bound 0.0 : tensor<4xf16>, tensor<i64> -> tensor<i64>
  return
}

// -----

func.func @clip_c2_nan(%x: tensor<4xf16>, %n: tensor<i64>) {
  // expected-error@+1 {{clip_c2: the bound is not positive}}
  %0, %1 = nanguard.clip %x, %n bound 0x7FF8000000000000 : tensor<4xf16>, tensor<i64> -> tensor<i64>
  return
}

// -----

func.func @clip_c3(%x: tensor<4xf16>, %n: tensor<i64>) {
  // expected-error@+1 {{clip_c3: the count is 'tensor<1xi64>', not the counter's 'tensor<i64>'}}
  %0, %1 = nanguard.clip %x, %n bound 1.0 : tensor<4xf16>, tensor<i64> -> tensor<1xi64>
  return
}

// -----

func.func @clip_types(%x: tensor<4xf16>, %n: tensor<i64>) {
  // expected-error@+1 {{failed to verify that all of {input, result} have same type}}
  %0:2 = "nanguard.clip"(%x, %n) <{bound = 1.0 : f64}> : (tensor<4xf16>, tensor<i64>) -> (tensor<4xf32>, tensor<i64>)
  return
}

// -----

func.func @sanitise_c1(%x: tensor<4xi32>, %n: tensor<i64>) {
  // expected-error@+1 {{sanitise_c1: elements are not floats}}
  %0, %1 = nanguard.sanitise %x, %x, %n : tensor<4xi32>, tensor<i64> -> tensor<i64>
  return
}

// -----

func.func @sanitise_c2(%x: tensor<4xf16>, %n: tensor<i64>) {
  // expected-error@+1 {{sanitise_c2: the count is 'tensor<1xi64>', not the counter's 'tensor<i64>'}}
  %0, %1 = nanguard.sanitise %x, %x, %n : tensor<4xf16>, tensor<i64> -> tensor<1xi64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// dispatch
//===----------------------------------------------------------------------===//

func.func @dispatch_c1_none(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c1: has 0 forms}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" []
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c1_many(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c1: has 5 forms}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k, @k, @k, @k, @k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func @dispatch_c2_missing(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c2: no function @nowhere}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@nowhere]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>) -> tensor<8xf16>
func.func @dispatch_c2_types(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c2: form @k has other types than inputs, inits and row}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c2_finite(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c2: no function @nowhere}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k] finite @nowhere
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>) tiers(%t : tensor<2xi8>)
      report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c3_tiers(%x: tensor<8xf16>, %t: tensor<2xi32>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c3: tiers are 'tensor<2xi32>'}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi32>) report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c3_columns(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x5xi64>) {
  // expected-error@+1 {{dispatch_c3: report is 'tensor<2x5xi64>' for tiers 'tensor<2xi8>'}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x5xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c3_rows(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<3x12xi64>) {
  // expected-error@+1 {{dispatch_c3: report is 'tensor<3x12xi64>' for tiers 'tensor<2xi8>'}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<3x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c3_dynamic(%x: tensor<8xf16>, %t: tensor<?xi8>, %r: tensor<?x12xi64>) {
  // expected-error@+1 {{dispatch_c3: tiers are 'tensor<?xi8>'}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<?xi8>) report(%r : tensor<?x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c4(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c4: id 2 is outside of 'tensor<2xi8>'}}
  %y, %rep = nanguard.dispatch kind(softmax) id(2) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c4_negative(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c4: id -1 is outside of 'tensor<2xi8>'}}
  %y, %rep = nanguard.dispatch kind(softmax) id(-1) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>) -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c6_input(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c6: numbers of wide inputs or results do not ascend within them}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>)
      {wide_inputs = array<i64: 1>} -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c6_twin(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c6: 'tensor<8xf16>' is no twin of 'tensor<8xf16>'}}
  %y:2, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x, %x : tensor<8xf16>, tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>)
      {wide_results = array<i64: 0>} -> (tensor<8xf16>, tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func private @s(tensor<8xf32>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c2_wide_fused(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c2: form @s has other types than inputs, inits and row}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k, @s]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>)
      {wide_inputs = array<i64: 0>} -> (tensor<8xf16>)
  return
}

// -----

func.func private @k(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)
func.func @dispatch_c5(%x: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>) {
  // expected-error@+1 {{dispatch_c5: results differ from the inits}}
  %y, %rep = nanguard.dispatch kind(softmax) id(0) "" [@k]
      ins(%x : tensor<8xf16>) outs(%x : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>) -> (tensor<8xf32>)
  return
}
