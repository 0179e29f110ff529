"""Inputs for padded-convolutions.mlir, or a look at its first result.

padded_convolutions.py FILE.npz: all arguments. The first convolution's weight has an Inf where it multiplies what lies
above and left of a point, its input a NaN in the last corner.
padded_convolutions.py FILE.npy: fails unless Inf and NaN are where the model as written has them.
"""
import sys

import numpy

path = sys.argv[1]
if path.endswith(".npz"):
    random = numpy.random.default_rng(1)

    def draw(*sizes):
        return numpy.abs(random.standard_normal(sizes)) + 0.1

    x, w = draw(1, 5, 6, 8).astype("f2"), draw(9, 3, 3, 8).astype("f2")
    w[0, 0, 0, 0], x[0, -1, -1, 0] = numpy.inf, numpy.nan
    bf16 = [(draw(*sizes).astype("f4").view("u4") >> 16).astype("u2") for sizes in ((2, 8, 6, 7), (10, 8, 3, 3))]
    f2 = [draw(*sizes).astype("f2") for sizes in ((1, 6, 5, 5), (2, 9, 3, 2, 2))]
    f4 = [draw(*sizes).astype("f4") for sizes in ((2, 3, 7, 6), (8, 3, 3, 3), (3, 3, 3))]
    numpy.savez(path, *[x, w, *bf16, *f2, *f4])
else:
    y = numpy.load(path)[0]
    inf, nan = numpy.zeros(y.shape, bool), numpy.zeros(y.shape, bool)
    # Filter 0: zeros times Inf in the first row and column, Inf where the window lies inside.
    inf[1:, 1:, 0] = True
    nan[0, :, 0] = nan[:, 0, 0] = True
    # Every filter: the windows that reach the last corner.
    nan[-2:, -1] = True
    assert numpy.array_equal(numpy.isnan(y), nan), numpy.isnan(y)[:, :, :2]
    assert numpy.array_equal(numpy.isinf(y), inf & ~nan), numpy.isinf(y)[:, :, :2]
