/*===- descriptor.h - Tensors as a model's functions take them ---*- C -*-===*\
|*
|* What nanguard_invoke_… takes for a tensor, and gives: a memref descriptor as
|* MLIR lays it out, {void *allocated, *aligned; int64_t offset, sizes[rank],
|* strides[rank];}, offset and strides in elements.
|*
\*===----------------------------------------------------------------------===*/

#ifndef NANGUARD_DESCRIPTOR_H
#define NANGUARD_DESCRIPTOR_H

#include <stdint.h>
#include <string.h>

/* Bytes of the descriptor of a tensor of that rank, a multiple of 8. */
#define NANGUARD_DESCRIPTOR_BYTES(rank) (24 + 16 * (size_t)(rank))

/* Fills `descriptor`, which has room for the rank, for a dense tensor at
 * `data`, row by row. The tensor is not copied. Returns `descriptor`. */
static inline void *nanguard_describe(void *descriptor, void *data,
                                      int64_t rank, const int64_t *sizes) {
  char *out = (char *)descriptor;
  int64_t stride = 1, offset = 0, d;
  memcpy(out, &data, 8);
  memcpy(out + 8, &data, 8);
  memcpy(out + 16, &offset, 8);
  for (d = rank; d-- > 0; stride *= sizes[d]) {
    memcpy(out + 24 + 8 * d, &sizes[d], 8);
    memcpy(out + 24 + 8 * (rank + d), &stride, 8);
  }
  return descriptor;
}

/* The first element of a result; its elements have `element_bytes` each. */
static inline void *nanguard_described_data(const void *descriptor,
                                            size_t element_bytes) {
  char *aligned;
  int64_t offset;
  memcpy(&aligned, (const char *)descriptor + 8, 8);
  memcpy(&offset, (const char *)descriptor + 16, 8);
  return aligned + offset * (int64_t)element_bytes;
}

/* Extent `d` of a result. */
static inline int64_t nanguard_described_size(const void *descriptor,
                                              int64_t d) {
  int64_t size;
  memcpy(&size, (const char *)descriptor + 24 + 8 * d, 8);
  return size;
}

/* Stride `d` of a result of that rank, in elements. */
static inline int64_t nanguard_described_stride(const void *descriptor,
                                                int64_t rank, int64_t d) {
  int64_t stride;
  memcpy(&stride, (const char *)descriptor + 24 + 8 * (rank + d), 8);
  return stride;
}

#endif
