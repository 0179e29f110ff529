// The dialect's attributes on other dialects' ops, arguments and results.
// RUN: nanguard-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'nanguard.manifest' is a string on the module}}
module attributes {nanguard.manifest = 1 : i64} {}

// -----

// expected-error@+1 {{'nanguard.manifest' is a string on the module}}
func.func private @f() attributes {nanguard.manifest = "{}"}

// -----

// expected-error@+1 {{'nanguard.form' is a form, as #nanguard.form<fused>}}
func.func private @f() attributes {nanguard.form = 1 : i64}

// -----

func.func @f(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{'nanguard.clip' is a positive float}}
  %0 = math.exp %x {nanguard.clip = 1 : i64} : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @f(%x: tensor<4xf16>) -> tensor<4xf16> {
  // expected-error@+1 {{'nanguard.clip' is a positive float}}
  %0 = math.exp %x {nanguard.clip = -1.0 : f64} : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// expected-error@+1 {{'nanguard.clip' of argument 0 is a positive float}}
func.func private @f(tensor<4xf16> {nanguard.clip = "big"})

// -----

// expected-error@+1 {{'nanguard.kv_cache' of argument 0 needs a tensor of floats}}
func.func private @f(i64 {nanguard.kv_cache})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 needs an integer or a tensor of integers}}
func.func private @f(tensor<4xf16>, f32 {nanguard.valid_rows})

// -----

// expected-error@+1 {{'nanguard.commit' of result 0 needs a tensor}}
func.func private @f() -> (i64 {nanguard.commit})

// -----

// expected-error@+1 {{'nanguard.grad' of result 1 needs a ranked tensor of floats}}
func.func private @f() -> (tensor<f32> {nanguard.loss}, tensor<4xi32> {nanguard.grad})

// -----

// expected-error@+1 {{'nanguard.loss' of result 0 needs a ranked tensor of floats}}
func.func private @f() -> (f32 {nanguard.loss})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 needs a dimension from 0 on}}
func.func private @f(tensor<4xf16>, i64 {nanguard.valid_rows = -1 : i64})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 needs a dimension from 0 on}}
func.func private @f(tensor<4xf16>, i64 {nanguard.valid_rows = "rows"})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 takes the keys dim and args}}
func.func private @f(tensor<4xf16>, i64 {nanguard.valid_rows = {dims = 1 : i64}})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 needs args as array<i64: …>}}
func.func private @f(tensor<4xf16>, i64 {nanguard.valid_rows = {args = [0]}})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 names argument 2, which is not there}}
func.func private @f(tensor<4xf16>, i64 {nanguard.valid_rows = {args = array<i64: 2>}})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 counts dimension 1 of argument 0, which has none}}
func.func private @f(tensor<4xf16>, tensor<4x2xi1> {nanguard.valid_rows = {args = array<i64: 0>}})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 needs an integer or a tensor of integers, without a sign}}
func.func private @f(tensor<4xf16>, tensor<4xui8> {nanguard.valid_rows})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 is one bit: no length}}
func.func private @f(tensor<4xf16>, i1 {nanguard.valid_rows})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 has a length for each entry of dimension 0: it counts another}}
func.func private @f(tensor<3x2x1xf16>, tensor<2xi64> {nanguard.valid_rows = {args = array<i64: 0>, dim = 0 : i64}})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 has extent 2 where argument 0 has 4}}
func.func private @f(tensor<4x3x2xf16>, tensor<2x3xi1> {nanguard.valid_rows = {args = array<i64: 0>}})

// -----

// expected-error@+1 {{'nanguard.valid_rows' of argument 1 is a mask: it counts its last dimension or one behind}}
func.func private @f(tensor<4x3x2xf16>, tensor<4x3xi1> {nanguard.valid_rows = 0 : i64})

// -----

// expected-error@+1 {{'nanguard.kv_cach' of argument 0 is not known; known are nanguard.kv_cache, nanguard.clip, nanguard.batch, nanguard.valid_rows, nanguard.carry, nanguard.peer, nanguard.expect_inf}}
func.func private @f(tensor<4xf16> {nanguard.kv_cach})

// -----

// expected-error@+1 {{'nanguard.lost' of result 0 is not known; known are nanguard.commit, nanguard.loss, nanguard.grad, nanguard.loss_scale, nanguard.batch_dim}}
func.func private @f() -> (tensor<f32> {nanguard.lost})

// -----

// A mark of arguments says nothing of a result.
// expected-error@+1 {{'nanguard.peer' of result 0 is not known}}
func.func private @f() -> (tensor<f32> {nanguard.peer})

// -----

// expected-error@+1 {{'nanguard.kind' is a kind, as #nanguard.kind<softmax>}}
func.func private @g() attributes {nanguard.kind = "softmaks"}
