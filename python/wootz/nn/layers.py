"""wootz.nn: layers over the functions of wootz.nn.functional. SPDX-License-Identifier: MIT"""
import math

from .. import _core
from . import functional as F
from . import init
from .module import Module
from .parameter import Parameter


def _empty(*size, dtype=None, device=None):
    from .. import empty
    return empty(*size, dtype=dtype, device=device)


def _pair(v, n):
    return (v,) * n if isinstance(v, int) else tuple(v)


class Identity(Module):
    def __init__(self, *unused, **also_unused):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    """input @ weight.T + bias."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(_empty(out_features, in_features, device=device, dtype=dtype))
        self.register_parameter("bias", Parameter(_empty(out_features, device=device, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return "in_features=%d, out_features=%d, bias=%s" % (self.in_features, self.out_features, self.bias is not None)


class Embedding(Module):
    """Rows of a table."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, dtype=None, _weight=None):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = padding_idx if padding_idx is None or padding_idx >= 0 else num_embeddings + padding_idx
        if _weight is None:
            self.weight = Parameter(_empty(num_embeddings, embedding_dim, device=device, dtype=dtype))
            init.normal_(self.weight)
            if self.padding_idx is not None:
                self.weight[self.padding_idx] = 0
        else:
            self.weight = Parameter(_weight)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        return cls(*embeddings.shape, padding_idx=padding_idx, _weight=embeddings)

    def forward(self, input):
        return F.embedding(input, self.weight)

    def extra_repr(self):
        return "%d, %d" % (self.num_embeddings, self.embedding_dim)


class _Norm(Module):
    def _make(self, shape, affine, bias, device, dtype):
        self.register_parameter("weight", Parameter(init.ones_(_empty(shape, device=device, dtype=dtype))) if affine else None)
        if bias is not None:
            self.register_parameter("bias", Parameter(init.zeros_(_empty(shape, device=device, dtype=dtype))) if affine and bias else None)


class LayerNorm(_Norm):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = _pair(normalized_shape, 1)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self._make(self.normalized_shape, elementwise_affine, bias, device, dtype)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return "%s, eps=%s, elementwise_affine=%s" % (self.normalized_shape, self.eps, self.elementwise_affine)


class RMSNorm(_Norm):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = _pair(normalized_shape, 1)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self._make(self.normalized_shape, elementwise_affine, None, device, dtype)

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return "%s, eps=%s, elementwise_affine=%s" % (self.normalized_shape, self.eps, self.elementwise_affine)


class GroupNorm(_Norm):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError("num_channels (%d) must be divisible by num_groups (%d)" % (num_channels, num_groups))
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self._make((num_channels,), affine, True, device, dtype)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return "%d, %d, eps=%s, affine=%s" % (self.num_groups, self.num_channels, self.eps, self.affine)


class _Conv(Module):
    dims = 1

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        if padding_mode != "zeros":
            raise NotImplementedError("padding_mode %r: only zeros" % padding_mode)
        if in_channels % groups or out_channels % groups:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        n = self.dims
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.dilation = _pair(kernel_size, n), _pair(stride, n), _pair(dilation, n)
        self.padding = padding if isinstance(padding, str) else _pair(padding, n)
        self.weight = Parameter(_empty(out_channels, in_channels // groups, *self.kernel_size, device=device, dtype=dtype))
        bound = 1 / math.sqrt(max(1, self.weight.shape[1:].numel()))
        init.uniform_(self.weight, -bound, bound)
        self.register_parameter("bias", Parameter(init.uniform_(_empty(out_channels, device=device, dtype=dtype), -bound, bound)) if bias else None)

    def forward(self, input):
        conv = getattr(F, "conv%dd" % self.dims)
        return conv(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def extra_repr(self):
        return "%d, %d, kernel_size=%s, stride=%s" % (self.in_channels, self.out_channels, self.kernel_size, self.stride)


class Conv1d(_Conv):
    dims = 1


class Conv2d(_Conv):
    dims = 2


class Conv3d(_Conv):
    dims = 3


class Dropout(Module):
    """Drops elements while training; passes everything on in eval mode."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError("dropout probability has to be between 0 and 1, but got %s" % p)
        self.p = p

    def forward(self, input):
        if not self.training or self.p == 0:
            return input
        from .. import rand_like
        keep = rand_like(input, dtype=_core.float32) >= self.p
        return input * keep * (1.0 / (1.0 - self.p) if self.p < 1 else 0.0)

    def extra_repr(self):
        return "p=%s" % self.p


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)


def _activation(name, function, **defaults):
    """A module class that calls one function with keywords fixed when it was made."""
    def __init__(self, *args, inplace=False, **kwargs):
        Module.__init__(self)
        given = dict(zip(defaults, args), **kwargs)
        unknown = set(given) - set(defaults)
        if unknown or len(args) > len(defaults):
            raise TypeError("%s() got an unexpected argument %s" % (name, ", ".join(sorted(unknown))))
        self._options = dict(defaults, **given)

    def forward(self, input):
        return getattr(F, function)(input, **self._options)

    def extra_repr(self):
        return ", ".join("%s=%r" % item for item in self._options.items())
    return type(name, (Module,), {"__init__": __init__, "forward": forward, "extra_repr": extra_repr, "__module__": __name__})


ReLU = _activation("ReLU", "relu")
GELU = _activation("GELU", "gelu", approximate="none")
SiLU = _activation("SiLU", "silu")
Sigmoid = _activation("Sigmoid", "sigmoid")
Tanh = _activation("Tanh", "tanh")
Mish = _activation("Mish", "mish")
Hardswish = _activation("Hardswish", "hardswish")
ELU = _activation("ELU", "elu", alpha=1.0)
LeakyReLU = _activation("LeakyReLU", "leaky_relu", negative_slope=0.01)
Softplus = _activation("Softplus", "softplus", beta=1.0, threshold=20.0)
Softmax = _activation("Softmax", "softmax", dim=None)
LogSoftmax = _activation("LogSoftmax", "log_softmax", dim=None)
