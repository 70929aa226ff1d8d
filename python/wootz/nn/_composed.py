"""Functions of wootz.nn.functional that are small compositions of others, or add Python's own to rows of the table.

SPDX-License-Identifier: MIT"""
import math

from .. import _core
from ..linalg import vector_norm as _vector_norm


def _w():
    import wootz
    return wootz


def _F():
    from . import functional
    return functional


def _tuple(v, n):
    return (v,) * n if isinstance(v, int) else tuple(v)


# ---- pooling -------------------------------------------------------------------------------------

def _max_pool(n, name):
    def pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        found = getattr(_w(), "max_pool%dd_with_indices" % n)(input, kernel_size, stride, padding, dilation, ceil_mode)
        return tuple(found) if return_indices else found[0]
    pool.__name__ = pool.__qualname__ = name
    pool.__doc__ = "The largest element of each window of the last %d dims; with return_indices also their places." % n
    return pool


max_pool1d, max_pool2d, max_pool3d = (_max_pool(n, "max_pool%dd" % n) for n in (1, 2, 3))


def _sizes(input, output_size, n):
    size = _tuple(output_size, n) if output_size is not None else (None,) * n
    return [input.shape[i - n] if s is None else s for i, s in enumerate(size)]


def _adaptive(kind, n, rows):
    def pool(input, output_size, return_indices=False):
        found = rows(input, _sizes(input, output_size, n))
        return (tuple(found) if return_indices else found[0]) if kind == "max" else found

    def mean(input, output_size):
        return rows(input, _sizes(input, output_size, n))
    out = pool if kind == "max" else mean
    out.__name__ = out.__qualname__ = "adaptive_%s_pool%dd" % (kind, n)
    out.__doc__ = rows.__doc__
    return out


def lp_pool(input, norm_type, kernel_size, stride, ceil_mode, n):
    F = _F()
    kernel = _tuple(kernel_size, n)
    out = (input if norm_type == 1 else input.pow(norm_type))
    out = getattr(F, "avg_pool%dd" % n)(out, kernel, stride, 0, ceil_mode)
    return (out.sign() * out.abs().relu()).mul(math.prod(kernel)).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm_type-th root of the sum of norm_type-th powers of each window."""
    return lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 1)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm_type-th root of the sum of norm_type-th powers of each window."""
    return lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 2)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm_type-th root of the sum of norm_type-th powers of each window."""
    return lp_pool(input, norm_type, kernel_size, stride, ceil_mode, 3)


def _unpool(input, indices, kernel_size, stride, padding, output_size, n):
    kernel = _tuple(kernel_size, n)
    step, pad = kernel if stride is None else _tuple(stride, n), _tuple(padding, n)
    if input.shape != indices.shape:
        raise RuntimeError("Expected shape of indices to be same as that of the input tensor (%s) but got indices tensor with shape: %s" %
                           (list(input.shape), list(indices.shape)))
    size = [(input.shape[i - n] - 1) * step[i] - 2 * pad[i] + kernel[i] for i in range(n)]
    if output_size is not None:
        wanted = list(output_size)[-n:]
        for i in range(n):
            if not size[i] - step[i] < wanted[i] < size[i] + step[i]:
                raise ValueError("invalid output_size %s (dim %d must be between %d and %d)" % (wanted, i, size[i] - step[i], size[i] + step[i]))
        size = wanted
    lead = list(input.shape[:-n])
    flat = input.new_zeros(lead + [math.prod(size)])
    places = [math.prod(input.shape[-n:])]
    return flat.scatter(-1, indices.reshape(lead + places), input.reshape(lead + places)).reshape(lead + size)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros with the elements of input at the places that max_pool1d named."""
    return _unpool(input, indices, kernel_size, stride, padding, output_size, 1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros with the elements of input at the places that max_pool2d named."""
    return _unpool(input, indices, kernel_size, stride, padding, output_size, 2)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """Zeros with the elements of input at the places that max_pool3d named."""
    return _unpool(input, indices, kernel_size, stride, padding, output_size, 3)


# ---- interpolation -------------------------------------------------------------------------------

def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """Older name of interpolate."""
    return _F().interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """interpolate with mode nearest."""
    return _F().interpolate(input, size, scale_factor, "nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """interpolate with mode bilinear and aligned corners."""
    return _F().interpolate(input, size, scale_factor, "bilinear", True)


# ---- masks ---------------------------------------------------------------------------------------

def window_mask(length, window=None, offset=0, pad=0, device=None):
    """bool [length, offset + length] for scaled_dot_product_attention: query i stands at offset + i and sees the last
    window keys up to its own (all of them without window), but none of the first pad ones. A query in the padding
    sees itself, so that no row is empty."""
    w = _w()
    if window is not None and window < 1:
        raise ValueError("window_mask: window must be positive, got %d" % window)
    query = w.arange(offset, offset + length, device=device).unsqueeze(1)
    key = w.arange(offset + length, device=device)
    seen = (key <= query) & ((key >= pad) | (key == query))
    return seen if window is None else seen & (key > query - window)


# ---- distances -----------------------------------------------------------------------------------

def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """x1 . x2 / (max(|x1|, eps) max(|x2|, eps)) along dim."""
    w = _w()
    x1, x2 = w.broadcast_tensors(x1, x2)
    kind = w.result_type(x1, x2)
    if not (kind.is_floating_point or kind.is_complex):
        raise RuntimeError("expected common dtype to be floating point, yet common dtype is %s" % kind)
    x1, x2 = x1.to(kind), x2.to(kind)
    a = x1 / _vector_norm(x1, 2, dim, True).clamp_min(eps)
    b = x2 / _vector_norm(x2, 2, dim, True).clamp_min(eps)
    return (a * b).sum(dim)


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of x1 - x2 + eps along the last dim."""
    return _vector_norm(x1 - x2 + eps, p, -1, keepdim)


def pdist(input, p=2.0):
    """Distances of all pairs of rows i < j of a matrix, in order."""
    w = _w()
    if input.ndim != 2:
        raise RuntimeError("pdist only supports 2D tensors, got: %dD" % input.ndim)
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    i, j = w.triu_indices(input.shape[0], input.shape[0], 1, device=input.device)
    return _vector_norm(input[i] - input[j], p, -1)


# ---- losses --------------------------------------------------------------------------------------

def _reduction(size_average, reduce, reduction):
    if size_average is not None or reduce is not None:
        size_average, reduce = size_average is not False, reduce is not False
        reduction = "none" if not reduce else "mean" if size_average else "sum"
    if reduction not in ("none", "mean", "sum"):
        raise ValueError("%s is not a valid value for reduction" % reduction)
    return reduction


def _reduced(loss, reduction):
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """1 - cos where target is 1, max(0, cos - margin) where it is -1."""
    w = _w()
    reduction = _reduction(size_average, reduce, reduction)
    if target.ndim not in (0, 1) or input1.ndim != target.ndim + 1 or input2.ndim != target.ndim + 1:
        raise RuntimeError("%dD target tensor expects %dD input tensors, but found inputs with sizes %s and %s." %
                           (target.ndim, target.ndim + 1, list(input1.shape), list(input2.shape)))
    eps = 1e-12  # inside the square roots, as the definition has it
    prod, a, b = (input1 * input2).sum(-1), (input1 * input1).sum(-1) + eps, (input2 * input2).sum(-1) + eps
    cos = prod / (a * b).sqrt()
    zero = w.zeros_like(cos)
    return _reduced(w.where(target == 1, 1 - cos, zero) + w.where(target == -1, (cos - margin).clamp_min(0), zero), reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -target (input1 - input2) + margin)."""
    reduction = _reduction(size_average, reduce, reduction)
    if input1.ndim != input2.ndim or input1.ndim != target.ndim:
        raise RuntimeError("margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: %s, input2: %s, target: %s " %
                           (list(input1.shape), list(input2.shape), list(target.shape)))
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """input where target is 1, max(0, margin - input) where it is -1."""
    w = _w()
    reduction = _reduction(size_average, reduce, reduction)
    zero = w.zeros_like(input)
    return _reduced(w.where(target == 1, zero, (margin - input).clamp_min(0)) + w.where(target == -1, zero, input), reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
    """max(0, |anchor - positive| - |anchor - negative| + margin) with p-norms along the last dim."""
    w = _w()
    reduction = _reduction(size_average, reduce, reduction)
    if not margin > 0:
        raise ValueError("margin must be greater than 0, got %s" % margin)
    if anchor.ndim != positive.ndim or anchor.ndim != negative.ndim:
        raise RuntimeError("The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor %dD, positive %dD, and negative %dD inputs" %
                           (anchor.ndim, positive.ndim, negative.ndim))
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = w.minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
    """triplet_margin_loss with any distance."""
    w = _w()
    reduction = _reduction(None, None, reduction)
    distance = pairwise_distance if distance_function is None else distance_function
    if not margin > 0:
        raise ValueError("margin must be greater than 0, got %s" % margin)
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = w.minimum(far, distance(positive, negative))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
    """exp(input) - target input, or input - target log(input + eps); full adds Stirling's terms."""
    w = _w()
    reduction = _reduction(size_average, reduce, reduction)
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        term = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + w.where(target <= 1, w.zeros_like(term), term)
    return _reduced(loss, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """(log(var) + (input - target)^2 / var) / 2 with var not below eps; full adds log(2 pi) / 2."""
    w = _w()
    reduction = _reduction(None, None, reduction)
    if not isinstance(var, w.Tensor):
        var = w.full_like(input, float(var))
    if var.shape != input.shape:
        if input.shape[:-1] == var.shape:
            var = var.unsqueeze(-1)
        elif not (input.shape[:-1] == var.shape[:-1] and var.shape[-1:] == (1,)) and w.broadcast_shapes(input.shape, var.shape) != input.shape:
            raise ValueError("var is of incorrect size")
    if bool((var < 0).any()):
        raise ValueError("var has negative entry/entries")
    var = var.clamp_min(eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    return _reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Mean over the last dim of binary cross entropies of sigmoid(input)."""
    F = _F()
    loss = -(target * F.logsigmoid(input) + (1 - target) * F.logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return _reduced(loss.mean(-1), _reduction(size_average, reduce, reduction))


def _class_rows(name, input, target, target_ndim):
    if input.ndim not in (1, 2) or input.shape[-1] == 0:
        raise RuntimeError("%s: expected a non-empty vector or matrix for input, got size %s" % (name, list(input.shape)))
    rows = input if input.ndim == 2 else input.unsqueeze(0)
    t = target if input.ndim == 2 else target.reshape((1,) + tuple(target.shape)[-target_ndim + 1:] if target_ndim > 1 else (1,))
    if t.ndim != target_ndim or t.shape[0] != rows.shape[0] or (target_ndim == 2 and t.shape != rows.shape):
        raise RuntimeError("%s: inconsistent target size: %s for input of size: %s" % (name, list(target.shape), list(input.shape)))
    return rows, t


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Mean over classes i other than target of weight[target] max(0, margin - input[target] + input[i])^p."""
    w = _w()
    reduction = _reduction(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    rows, t = _class_rows("multi_margin_loss", input, target, 1)
    own = rows.gather(1, t.unsqueeze(1))
    loss = (margin - own + rows).clamp_min(0) ** p
    if weight is not None:
        loss = loss * weight[t].unsqueeze(1)
    loss = loss.masked_fill(w.arange(rows.shape[1], device=input.device) == t.unsqueeze(1), 0).sum(1) / rows.shape[1]
    return _reduced(loss if input.ndim == 2 else loss[0], reduction)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Sum over the classes j that target lists before its first -1, and the classes i that it does not list, of max(0, 1 - input[j] + input[i]) / classes."""
    w = _w()
    reduction = _reduction(size_average, reduce, reduction)
    rows, t = _class_rows("multilabel_margin_loss", input, target, 2)
    n = rows.shape[1]
    if bool(((t < -1) | (t >= n)).any()):
        raise RuntimeError("multilabel_margin_loss: target out of range, classes are 0 to %d and -1" % (n - 1))
    listed = ((t < 0).to(_core.int64).cumsum(1) == 0)
    places = w.where(listed, t, w.zeros_like(t))
    is_target = w.zeros(rows.shape, dtype=_core.int64, device=input.device).scatter_add(1, places, listed.to(_core.int64)) > 0
    gap = (1 - rows.gather(1, places).unsqueeze(2) + rows.unsqueeze(1)).clamp_min(0)
    loss = gap.masked_fill(~listed.unsqueeze(2), 0).masked_fill(is_target.unsqueeze(1), 0).sum([1, 2]) / n
    return _reduced(loss if input.ndim == 2 else loss[0], reduction)


def bilinear(input1, input2, weight, bias=None):
    """out[..., k] = input1 weight[k] input2 + bias[k]."""
    if input1.shape[-1] != weight.shape[1] or input2.shape[-1] != weight.shape[2] or input1.shape[:-1] != input2.shape[:-1]:
        raise RuntimeError("bilinear(): input1 %s and input2 %s do not fit weight %s" % (list(input1.shape), list(input2.shape), list(weight.shape)))
    out = _w().einsum("...i,kij,...j->...k", input1, weight, input2)
    return out if bias is None else out + bias


# ---- activations ---------------------------------------------------------------------------------

def glu(input, dim=-1):
    """The first half of input along dim times the sigmoid of the second."""
    if input.ndim == 0:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    n = input.shape[dim]
    if n % 2:
        raise RuntimeError("Halving dimension must be even, but dimension %d is size %d" % (dim, n))
    a, b = input.split(n // 2, dim)
    return a * b.sigmoid()


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    """leaky_relu with a random slope between lower and upper for each element while training, their middle otherwise."""
    w = _w()
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound, got %s and %s" % (lower, upper))
    slope = w.empty_like(input).uniform_(lower, upper) if training else (lower + upper) / 2
    out = w.where(input > 0, input, input * slope)
    return input.copy_(out) if inplace else out


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """softmax of (logits + Gumbel noise) / tau; hard gives its one-hot, with the gradient of the soft one."""
    w = _w()
    noise = -w.empty_like(logits).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    one = w.zeros_like(logits).scatter(dim, soft.max(dim, keepdim=True)[1], 1.0)
    return one - soft.detach() + soft


# ---- dropout -------------------------------------------------------------------------------------

def _check_p(p):
    if not 0.0 <= p <= 1.0:
        raise ValueError("dropout probability has to be between 0 and 1, but got %s" % p)


def _mask(input, p, shape):
    w = _w()
    return w.rand(shape, dtype=_core.float32, device=input.device) >= p


def _dropped(input, p, training, inplace, shape):
    _check_p(p)
    if not training or p == 0:
        return input
    factor = 1.0 / (1.0 - p) if p < 1 else 0.0
    out = (input * _mask(input, p, shape).to(input.dtype)) * factor
    return input.copy_(out) if inplace else out


def dropout(input, p=0.5, training=True, inplace=False):
    """Zeros each element with probability p and divides the others by 1 - p; input itself when not training."""
    return _dropped(input, p, training, inplace, input.shape)


def _channels(input, lead):
    return tuple(input.shape[:lead]) + (1,) * (input.ndim - lead)


def dropout1d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels of [N, C, L] or [C, L]."""
    if input.ndim not in (2, 3):
        raise RuntimeError("dropout1d: Expected 2D or 3D input, but received a %dD input." % input.ndim)
    return _dropped(input, p, training, inplace, _channels(input, input.ndim - 1))


def dropout2d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels of [N, C, H, W]."""
    return _dropped(input, p, training, inplace, _channels(input, 2))


def dropout3d(input, p=0.5, training=True, inplace=False):
    """dropout of whole channels of [N, C, D, H, W]."""
    return _dropped(input, p, training, inplace, _channels(input, 2))


def _alpha(input, p, training, inplace, shape):
    _check_p(p)
    if not training or p == 0:
        return input
    alpha = -1.7580993408473766  # what selu tends to; a and b keep mean 0 and variance 1
    if p == 1:
        out = input * 0
    else:
        a = 1.0 / math.sqrt((alpha * alpha * p + 1) * (1 - p))
        keep = _mask(input, p, shape).to(input.dtype)
        out = (input * keep + alpha * (1 - keep)) * a - alpha * p * a
    return input.copy_(out) if inplace else out


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """dropout that sets elements to selu's limit and keeps mean and variance."""
    return _alpha(input, p, training, inplace, input.shape)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels."""
    return _alpha(input, p, training, inplace, _channels(input, 2))
