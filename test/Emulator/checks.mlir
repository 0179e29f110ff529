// Kernels that are wrong on purpose, each in one way. The message names kernel,
// block, thread and op.
// RUN: %emulate %s -o %t
// RUN: %run-emulated -e right %t
// RUN: not %run-emulated -e past_end %t 2>&1 | FileCheck %s --check-prefix=PAST-END
// RUN: not %run-emulated -e before_start %t 2>&1 | FileCheck %s --check-prefix=BEFORE-START
// RUN: not %run-emulated -e past_shared %t 2>&1 | FileCheck %s --check-prefix=PAST-SHARED
// RUN: not %run-emulated -e misaligned %t 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not %run-emulated -e unwritten %t 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not %run-emulated -e race_shared %t 2>&1 | FileCheck %s --check-prefix=RACE-SHARED
// RUN: not %run-emulated -e race_blocks %t 2>&1 | FileCheck %s --check-prefix=RACE-BLOCKS
// RUN: not %run-emulated -e divergent %t 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// RUN: not %run-emulated -e ends_early %t 2>&1 | FileCheck %s --check-prefix=ENDS-EARLY
// RUN: not %run-emulated -e missing_lane %t 2>&1 | FileCheck %s --check-prefix=MISSING-LANE
// RUN: not %run-emulated -e absent_source %t 2>&1 | FileCheck %s --check-prefix=ABSENT-SOURCE
// RUN: not %run-emulated -e no_wait %t 2>&1 | FileCheck %s --check-prefix=NO-WAIT

module attributes {gpu.container_module} {
  gpu.module @m {
    // Barriers where they belong: nothing is told.
    gpu.func @right_kernel(%p: memref<64xf32>, %q: memref<64xf32>) workgroup(%s : memref<64xf32, 3>) kernel {
      %t = gpu.thread_id x
      %c63 = arith.constant 63 : index
      %v = memref.load %p[%t] : memref<64xf32>
      memref.store %v, %s[%t] : memref<64xf32, 3>
      gpu.barrier
      %i = arith.subi %c63, %t : index
      %w = memref.load %s[%i] : memref<64xf32, 3>
      gpu.barrier
      memref.store %w, %s[%t] : memref<64xf32, 3>
      memref.store %w, %q[%t] : memref<64xf32>
      gpu.return
    }

    // An element behind the buffer, by the second block.
    gpu.func @past_end_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      %b = gpu.block_id x
      %c64 = arith.constant 64 : index
      %base = arith.muli %b, %c64 : index
      %i = arith.addi %base, %t : index
      // PAST-END: nanguard: kernel @past_end_kernel, {{.*}}block (1,0,0), thread ({{[0-9]+}},0,0): out-of-bounds store of 4 bytes, {{[0-9]+}} past the end of buffer 0 (256 bytes): {{.*}}checks.mlir:[[#@LINE+1]]:
      memref.store %zero, %p[%i] : memref<64xf32>
      gpu.return
    }

    // An element before the buffer.
    gpu.func @before_start_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1 : index
      %i = arith.subi %t, %one : index
      // BEFORE-START: nanguard: kernel @before_start_kernel, {{.*}}thread (0,0,0): out-of-bounds load of 4 bytes, 4 before the start of buffer 0 (256 bytes): {{.*}}checks.mlir:[[#@LINE+1]]:
      %v = memref.load %p[%i] : memref<64xf32>
      memref.store %v, %q[%t] : memref<64xf32>
      gpu.return
    }

    // Behind a shared array, inside the block's shared memory.
    gpu.func @past_shared_kernel(%p: memref<64xf32>, %q: memref<64xf32>) workgroup(%s : memref<64xf32, 3>, %short : memref<63xf32, 3>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      // PAST-SHARED: nanguard: kernel @past_shared_kernel, {{.*}}thread (63,0,0): out-of-bounds store of 4 bytes, 4 past the end of a shared array (252 bytes): {{.*}}checks.mlir:[[#@LINE+1]]:
      memref.store %zero, %short[%t] : memref<63xf32, 3>
      memref.store %zero, %s[%t] : memref<64xf32, 3>
      gpu.return
    }

    // Sixteen bytes from an odd element.
    gpu.func @misaligned_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      // MISALIGNED: nanguard: kernel @misaligned_kernel, {{.*}}misaligned load of 16 bytes: the address is no multiple of 16: {{.*}}checks.mlir:[[#@LINE+1]]:
      %v = vector.load %p[%t] {alignment = 16} : memref<64xf32>, vector<4xf32>
      %e = vector.extract %v[0] : f32 from vector<4xf32>
      memref.store %e, %q[%t] : memref<64xf32>
      gpu.return
    }

    // Shared memory that nobody wrote.
    gpu.func @unwritten_kernel(%p: memref<64xf32>, %q: memref<64xf32>) workgroup(%s : memref<64xf32, 3>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      // UNWRITTEN: nanguard: kernel @unwritten_kernel, {{.*}}load of shared memory that nobody has written, at byte {{[0-9]+}}: {{.*}}checks.mlir:[[#@LINE+1]]:
      %v = memref.load %s[%t] : memref<64xf32, 3>
      memref.store %v, %q[%t] : memref<64xf32>
      gpu.return
    }

    // A neighbour's shared element without a barrier.
    gpu.func @race_shared_kernel(%p: memref<64xf32>, %q: memref<64xf32>) workgroup(%s : memref<64xf32, 3>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      memref.store %zero, %s[%t] : memref<64xf32, 3>
      gpu.barrier
      %c63 = arith.constant 63 : index
      %i = arith.subi %c63, %t : index
      %v = memref.load %s[%i] : memref<64xf32, 3>
      memref.store %v, %s[%t] : memref<64xf32, 3>
      // RACE-SHARED: nanguard: kernel @race_shared_kernel, {{.*}}race: {{load|store}} of what thread ({{[0-9]+}},0,0) {{read|wrote}} at {{.*}}, with no barrier between{{.*}}checks.mlir:
      gpu.return
    }

    // Two blocks write one element; a barrier of a block orders no other.
    gpu.func @race_blocks_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      gpu.barrier
      %c0 = arith.constant 0 : index
      // RACE-BLOCKS: nanguard: kernel @race_blocks_kernel, {{.*}}race: store of what thread (0,0,0) of block {{[01]}} wrote at {{.*}}, with no barrier between: {{.*}}checks.mlir:[[#@LINE+1]]:
      memref.store %zero, %q[%c0] : memref<64xf32>
      gpu.return
    }

    // Half of the block waits at one barrier, half at another.
    gpu.func @divergent_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      %c32 = arith.constant 32 : index
      %low = arith.cmpi ult, %t, %c32 : index
      scf.if %low {
        memref.store %zero, %q[%t] : memref<64xf32>
        gpu.barrier
      } else {
        gpu.barrier
      }
      // DIVERGENT: nanguard: kernel @divergent_kernel, {{.*}}divergent barrier: block (0,0,0), thread ({{[0-9]+}},0,0) waits at another one{{.*}}checks.mlir:
      gpu.return
    }

    // Some lanes of a warp end, the others wait at a barrier.
    gpu.func @ends_early_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      %c40 = arith.constant 40 : index
      %low = arith.cmpi ult, %t, %c40 : index
      scf.if %low {
        gpu.barrier
      }
      // ENDS-EARLY: nanguard: kernel @ends_early_kernel, {{.*}}{{ends while block .* of its warp waits at a barrier|waits at a barrier, and block .* of its warp has ended}}{{.*}}checks.mlir:
      gpu.return
    }

    // A shuffle of the whole warp in a branch of half of it.
    gpu.func @missing_lane_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      %c16 = arith.constant 16 : index
      %low = arith.cmpi ult, %t, %c16 : index
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      scf.if %low {
        %v, %ok = gpu.shuffle xor %zero, %one, %width : f32
        memref.store %v, %q[%t] : memref<64xf32>
      }
      gpu.barrier
      // MISSING-LANE: nanguard: kernel @missing_lane_kernel, {{.*}}threads wait for others that never come; thread ({{[0-9]+}},0,0) and 15 more at shfl.sync{{.*}}checks.mlir:
      gpu.return
    }

    // A shuffle from a lane that its mask leaves out.
    gpu.func @absent_source_kernel(%p: memref<64xf32>, %q: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      %c16 = arith.constant 16 : index
      %low = arith.cmpi ult, %t, %c16 : index
      %mask = arith.constant 65535 : i32
      %c16_i32 = arith.constant 16 : i32
      %clamp = arith.constant 31 : i32
      scf.if %low {
      // ABSENT-SOURCE: nanguard: kernel @absent_source_kernel, {{.*}}shfl.sync reads lane {{[0-9]+}}, which takes no part: {{.*}}checks.mlir:[[#@LINE+1]]:
        %v = nvvm.shfl.sync bfly %mask, %zero, %c16_i32, %clamp : f32 -> f32
        memref.store %v, %q[%t] : memref<64xf32>
      }
      gpu.return
    }

    // An asynchronous copy that nobody waited for.
    gpu.func @no_wait_kernel(%p: memref<64xf32>, %q: memref<64xf32>) workgroup(%s : memref<64xf32, 3>) kernel {
      %t = gpu.thread_id x
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %token = nvgpu.device_async_copy %p[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, 3>
      %group = nvgpu.device_async_create_group %token
      // NO-WAIT: nanguard: kernel @no_wait_kernel, {{.*}}load of shared memory that nobody has written, at byte 0: {{.*}}checks.mlir:[[#@LINE+1]]:
      %v = memref.load %s[%t] : memref<64xf32, 3>
      memref.store %v, %q[%t] : memref<64xf32>
      gpu.return
    }
  }

  func.func @right() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 64 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@right_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @past_end() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 2 : index
    %threads = arith.constant 64 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@past_end_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @before_start() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 1 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@before_start_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @past_shared() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 64 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@past_shared_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @misaligned() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 2 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@misaligned_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @unwritten() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 1 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@unwritten_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @race_shared() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 64 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@race_shared_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @race_blocks() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 2 : index
    %threads = arith.constant 1 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@race_blocks_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @divergent() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 64 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@divergent_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @ends_early() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 64 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@ends_early_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @missing_lane() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 32 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@missing_lane_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @absent_source() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 32 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@absent_source_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }

  func.func @no_wait() {
    %c1 = arith.constant 1 : index
    %blocks = arith.constant 1 : index
    %threads = arith.constant 1 : index
    %p = memref.alloc() {alignment = 64} : memref<64xf32>
    %q = memref.alloc() {alignment = 64} : memref<64xf32>
    gpu.launch_func @m::@no_wait_kernel blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%p : memref<64xf32>, %q : memref<64xf32>)
    return
  }
}
