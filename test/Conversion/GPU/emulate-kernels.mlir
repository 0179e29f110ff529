// Device functions become functions of the host: special registers are fields of
// the thread, meetings are calls of the emulator, address spaces are gone.
// RUN: nanguard-opt %s --nanguard-emulate-kernels --split-input-file --verify-diagnostics | FileCheck %s
// RUN: nanguard-opt %s --nanguard-emulate-kernels=checks --split-input-file 2>/dev/null | FileCheck %s --check-prefix=CHECKS

// A kernel whose threads do not meet loops over them: tid z, y, x innermost.
// CHECK-LABEL: module @loop
// CHECK: llvm.mlir.global internal constant @m_k_kernel_name("k\00")
// CHECK: llvm.mlir.global internal constant @m_k_kernel()
// CHECK-NEXT: llvm.mlir.constant(40 : i32)
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK: llvm.mlir.addressof @m_k :
// CHECK: llvm.func internal @m_k_thread(%[[THREAD:.*]]: !llvm.ptr, %[[P:.*]]: !llvm.ptr)
// CHECK-SAME: alwaysinline
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[THREAD]][0]
// CHECK: %[[TID:.*]] = llvm.load %[[AT]] : !llvm.ptr -> i32
// CHECK: %[[ADDRESS:.*]] = llvm.getelementptr %[[P]][%[[TID]]]
// CHECK-NEXT: llvm.store %[[TID]], %[[ADDRESS]]
// CHECK: llvm.func internal @m_k(%{{.*}}: !llvm.ptr, %[[ARGS:.*]]: !llvm.ptr)
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[ARGS]][0]
// CHECK: llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK-COUNT-3: scf.for
// CHECK: llvm.call @m_k_thread
// With checks every kernel is cooperative, and checked.
// CHECKS-LABEL: module @loop
// CHECKS: llvm.mlir.global internal constant @m_k_kernel()
// CHECKS: llvm.mlir.constant(3 : i32)
// CHECKS: llvm.func internal @m_k_thread
// CHECKS: llvm.call @nanguard_sim_check
// CHECKS: llvm.func internal @m_k(
// CHECKS-NOT: scf.for
// CHECKS: llvm.call @m_k_thread
module @loop {
  gpu.module @m {
    llvm.func @k(%p: !llvm.ptr) attributes {gpu.kernel} {
      %t = nvvm.read.ptx.sreg.tid.x : i32
      %q = llvm.getelementptr %p[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      llvm.store %t, %q : i32, !llvm.ptr
      llvm.return
    }
  }
}

// -----

// Two shared arrays lie one behind the other, the dynamic one at the end; a
// 32-bit shared address is an offset.
// CHECK-LABEL: module @shared
// CHECK: llvm.mlir.global internal constant @m_k_kernel()
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.constant(128 : i32)
// CHECK: llvm.func internal @m_k_thread(%[[THREAD:.*]]: !llvm.ptr)
// CHECK: %[[FIELD:.*]] = llvm.getelementptr %[[THREAD]][56]
// CHECK: %[[BASE:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> !llvm.ptr
// CHECK: llvm.getelementptr %[[BASE]][0] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: %[[SECOND:.*]] = llvm.getelementptr %[[BASE]][16] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK: llvm.getelementptr %[[BASE]][128] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-DAG: %[[START:.*]] = llvm.ptrtoint %[[BASE]] : !llvm.ptr to i64
// CHECK-DAG: %[[WHOLE:.*]] = llvm.ptrtoint %[[SECOND]] : !llvm.ptr to i64
// CHECK: %[[OFFSET:.*]] = llvm.sub %[[WHOLE]], %[[START]] : i64
// CHECK: llvm.trunc %[[OFFSET]] : i64 to i32
// CHECK: llvm.call @nanguard_sim_barrier(%[[THREAD]]
module @shared {
  gpu.module @m {
    llvm.mlir.global internal @a() {addr_space = 3 : i32, alignment = 4} : !llvm.array<3 x f32>
    llvm.mlir.global internal @b() {addr_space = 3 : i32, alignment = 16} : !llvm.array<4 x f32>
    llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16} : !llvm.array<0 x i8>
    llvm.func @k() attributes {gpu.kernel} {
      %a = llvm.mlir.addressof @a : !llvm.ptr<3>
      %b = llvm.mlir.addressof @b : !llvm.ptr<3>
      %d = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
      %i = llvm.ptrtoint %b : !llvm.ptr<3> to i32
      llvm.store %i, %a : i32, !llvm.ptr<3>
      llvm.store %i, %d : i32, !llvm.ptr<3>
      nvvm.barrier0
      llvm.return
    }
  }
}

// -----

// What threads do together, and approximations.
// CHECK-LABEL: module @ops
// CHECK: "{{.*}}emulate-kernels.mlir:{{[0-9]+}}: nvvm.mma.sync\00"
// CHECK: llvm.func internal @m_k_thread
// CHECK: llvm.call @nanguard_sim_shfl
// CHECK: llvm.call @nanguard_sim_vote
// CHECK: llvm.call @nanguard_sim_redux
// CHECK: llvm.call @nanguard_sim_warp_barrier
// CHECK: llvm.call @nanguard_sim_barrier_reduce
// CHECK: llvm.call @nanguard_sim_cp_async(
// CHECK: llvm.call @nanguard_sim_cp_async_commit
// CHECK: llvm.call @nanguard_sim_cp_async_wait
// CHECK: llvm.call @nanguard_sim_ldmatrix
// CHECK: llvm.call @nanguard_sim_mma
// CHECK: llvm.intr.exp2
// CHECK: llvm.intr.fma
// CHECK-SAME: vector<2xbf16>
// CHECK-NOT: nvvm.
module @ops {
  gpu.module @m {
    llvm.func @k(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %x: f32) attributes {gpu.kernel} {
      %all = llvm.mlir.constant(-1 : i32) : i32
      %c31 = llvm.mlir.constant(31 : i32) : i32
      %one = llvm.mlir.constant(1 : i32) : i32
      %true = llvm.mlir.constant(true) : i1
      %zero = llvm.mlir.constant(0.0 : f32) : f32
      %0 = nvvm.shfl.sync bfly %all, %x, %one, %c31 : f32 -> f32
      %1 = nvvm.vote.sync any %all, %true -> i1
      %2 = nvvm.redux.sync umax %one, %all : i32 -> i32
      nvvm.bar.warp.sync %all : i32
      %3 = nvvm.barrier #nvvm.reduction<or> %one -> i32
      nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 0
      %4 = nvvm.ldmatrix %s {num = 2 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
      %5 = llvm.extractvalue %4[0] : !llvm.struct<(i32, i32)>
      %6 = nvvm.mma.sync A[%5, %5, %5, %5] B[%5, %5] C[%zero, %zero, %zero, %zero] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %7 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f"(%x) : (f32) -> f32
      %8 = nvvm.inline_ptx "fma.rn.bf16x2 $0, $1, $2, $3;" ro(%5, %5, %5 : i32, i32, i32) -> i32
      llvm.return
    }
  }
}

// -----

// A device op that is not known is told, and the plan goes.
// CHECK-LABEL: module @unknown
// CHECK-NOT: func.func @plan
module @unknown attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k() attributes {gpu.kernel} {
      // expected-remark @below {{@k is not emulated: nvvm.cluster.wait is not known}}
      nvvm.cluster.wait
      llvm.return
    }
  }
  // expected-remark @below {{@plan stays on the host}}
  func.func @plan() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
