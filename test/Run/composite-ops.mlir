// Ops that no loop is made of run in each way of compiling, as they are written
// too: TOSA, elementwise ops on tensors, softmax, packs, Winograd's transforms.
// DEFINE: %{run} = nanguard-run %s --no-cache --quiet
// DEFINE: %{composite} = %{run} --function=composite --input=2x4xf32=0,1,2,3,5,5,5,5 --expected-output=2x4xf32=0.0320586,0.0871443,0.2368828,0.6439143,0.25,0.25,0.25,0.25 --rtol=1e-4
// RUN: %{composite} --check-finite
// RUN: %{composite} --unguarded
// RUN: %{composite} --as-written
// RUN: %{composite} --unguarded --scalar-loops
// RUN: %{composite} --as-written --scalar-loops

// Winograd's convolution is the direct one.
// DEFINE: %{winograd} = %{run} --function=winograd --input=random:3 --expected-output=@%t.npy --atol=1e-6
// RUN: %{run} --function=direct --input=random:3 --output=@%t.npy
// RUN: %{winograd} --check-finite
// RUN: %{winograd} --unguarded
// RUN: %{winograd} --as-written
// RUN: %{winograd} --unguarded --scalar-loops
// RUN: %{winograd} --as-written --scalar-loops

// log(softmax(exp(log(x)))) of packed tiles, and back: x's softmax again.
func.func @composite(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %tiles = tensor.empty() : tensor<1x2x3x2xf32>
  %p = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %tiles : tensor<2x4xf32> -> tensor<1x2x3x2xf32>
  %whole = tensor.empty() : tensor<2x4xf32>
  %u = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %whole : tensor<1x2x3x2xf32> -> tensor<2x4xf32>
  %e = tosa.exp %u : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %l = math.log %e : tensor<2x4xf32>
  %y = linalg.softmax dimension(1) ins(%l : tensor<2x4xf32>) outs(%whole : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

func.func @direct(%x: tensor<2x6x6x5xf32>, %w: tensor<2x3x3x5xf32>) -> tensor<2x4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x4x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x6x6x5xf32>, tensor<2x3x3x5xf32>) outs(%z : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %y : tensor<2x4x4x2xf32>
}

func.func @winograd(%x: tensor<2x6x6x5xf32>, %w: tensor<2x3x3x5xf32>) -> tensor<2x4x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<6x6x5x2xf32>
  %f = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<2x3x3x5xf32>) outs(%fe : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %ie = tensor.empty() : tensor<6x6x1x1x2x5xf32>
  %i = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x6x6x5xf32>) outs(%ie : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  %rhs = tensor.collapse_shape %f [[0, 1], [2], [3]] : tensor<6x6x5x2xf32> into tensor<36x5x2xf32>
  %lhs = tensor.collapse_shape %i [[0, 1], [2, 3, 4], [5]] : tensor<6x6x1x1x2x5xf32> into tensor<36x2x5xf32>
  %me = tensor.empty() : tensor<36x2x2xf32>
  %mz = linalg.fill ins(%zero : f32) outs(%me : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %m = linalg.batch_matmul ins(%lhs, %rhs : tensor<36x2x5xf32>, tensor<36x5x2xf32>) outs(%mz : tensor<36x2x2xf32>) -> tensor<36x2x2xf32>
  %v = tensor.expand_shape %m [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 1, 1, 2, 2] : tensor<36x2x2xf32> into tensor<6x6x1x1x2x2xf32>
  %oe = tensor.empty() : tensor<2x4x4x2xf32>
  // Upstream adds to what stands there.
  %oz = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  %o = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x1x1x2x2xf32>) outs(%oz : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %o : tensor<2x4x4x2xf32>
}
