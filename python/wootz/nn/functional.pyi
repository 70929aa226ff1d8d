# Made by tools/gen_stubs.py from the op table: edit the table, not this file.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, NamedTuple, overload
from .. import Generator, Size, Tensor, _Number, _device, _dtype

NN: int
def celu(input: Tensor, alpha: _Number = 1.0, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above zero, alpha * (exp(input / alpha) - 1) below."""
def elu(input: Tensor, alpha: _Number = 1.0) -> Tensor:
    """input above zero, alpha * (exp(input) - 1) below."""
def embedding(input: Tensor, weight: Tensor, padding_idx: _int | None = None, max_norm: _float | None = None, norm_type: _float = 2.0, scale_grad_by_freq: _bool = False, sparse: _bool = False) -> Tensor:
    """Rows of weight by index: shape of input, then the row's width."""
@overload
def gelu(input: Tensor) -> Tensor:
    """input * Phi(input), Phi the normal distribution's cumulative function."""
@overload
def gelu(input: Tensor, *, approximate: str = 'none') -> Tensor:
    """gelu, exact or with approximate = "tanh"."""
def hardshrink(input: Tensor, lambd: _float = 0.5, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input, but zero within [-lambd, lambd]."""
def hardsigmoid(input: Tensor) -> Tensor:
    """relu6(input + 3) / 6."""
def hardswish(input: Tensor) -> Tensor:
    """input * relu6(input + 3) / 6."""
def hardtanh(input: Tensor, min_val: _Number = -1.0, max_val: _Number = 1.0) -> Tensor:
    """input brought into [min_val, max_val]."""
def leaky_relu(input: Tensor, negative_slope: _Number = 0.01) -> Tensor:
    """input above zero, negative_slope * input below."""
def logsigmoid(input: Tensor) -> Tensor:
    """log(sigmoid(input))."""
def mish(input: Tensor) -> Tensor:
    """input * tanh(softplus(input))."""
def one_hot(input: Tensor, num_classes: _int = -1) -> Tensor:
    """A new last dim with a one at the index and zeros elsewhere; -1 classes: one more than the largest index."""
def pad(input: Tensor, pad: _int | Sequence[_int], mode: str = 'constant', value: _Number | None = None) -> Tensor:
    """Pads (or with negative numbers cuts) dims, last one first: constant, reflect, replicate or circular."""
def prelu(input: Tensor, weight: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above zero, weight * input below; weight has one value or one per channel (dimension 1)."""
def relu(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """max(input, 0)."""
def relu6(input: Tensor) -> Tensor:
    """min(max(input, 0), 6)."""
def selu(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """elu scaled so that activations keep mean 0 and variance 1."""
def sigmoid(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """1 / (1 + exp(-input))."""
def silu(input: Tensor) -> Tensor:
    """input * sigmoid(input)."""
def softplus(input: Tensor, beta: _float = 1.0, threshold: _float = 20.0) -> Tensor:
    """log(1 + exp(beta * input)) / beta; input itself where beta * input > threshold."""
def softshrink(input: Tensor, lambd: _float = 0.5) -> Tensor:
    """input moved toward zero by lambd."""
def softsign(input: Tensor) -> Tensor:
    """input / (1 + |input|)."""
def tanh(input: Tensor, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """The hyperbolic tangent."""
def tanhshrink(input: Tensor) -> Tensor:
    """input - tanh(input)."""
def threshold(input: Tensor, threshold: _Number, value: _Number, *, out: Tensor | Sequence[Tensor] | None = None) -> Tensor:
    """input above threshold, value elsewhere."""
