"""wootz.nn.Module and containers: named parameters, buffers and submodules. Inference only, as there is no autograd.

SPDX-License-Identifier: MIT"""
from collections import OrderedDict, namedtuple

from .._tensor import Tensor, _to_arguments
from .parameter import Buffer, Parameter

_IncompatibleKeys = namedtuple("_IncompatibleKeys", "missing_keys unexpected_keys")
_IncompatibleKeys.__repr__ = lambda self: ("<All keys matched successfully>" if not any(self) else
                                           "_IncompatibleKeys(missing_keys=%r, unexpected_keys=%r)" % tuple(self))


class Module:
    """Base of all modules: assign parameters, buffers and modules as attributes and define forward."""

    def __init__(self):
        self.__dict__.update(training=True, _parameters={}, _buffers={}, _modules={}, _transient=set(), _hooks=[])

    def forward(self, *args, **kwargs):
        raise NotImplementedError("Module [%s] is missing the required \"forward\" function" % type(self).__name__)

    def __call__(self, *args, **kwargs):
        out = self.forward(*args, **kwargs)
        for hook in list(self._hooks):
            changed = hook(self, args, out)
            out = out if changed is None else changed
        return out

    # ---- attributes ----
    def __setattr__(self, name, value):
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign attributes before Module.__init__() call")
        for table in (self._parameters, self._buffers, self._modules):
            if name in table and not (isinstance(value, (Tensor, Module)) or value is None):
                raise TypeError("cannot assign '%s' as '%s' (Parameter, Tensor, Module or None expected)" % (type(value).__name__, name))
        if isinstance(value, Parameter):
            self._forget(name)
            self._parameters[name] = value
        elif isinstance(value, Module):
            self._forget(name)
            self._modules[name] = value
        elif isinstance(value, Buffer):
            self.register_buffer(name, value, value.persistent)
        elif name in self._parameters:
            if value is not None:
                raise TypeError("cannot assign a Tensor as parameter '%s' (wootz.nn.Parameter or None expected)" % name)
            self._parameters[name] = None
        elif name in self._buffers:
            self._buffers[name] = value
        elif name in self._modules:
            self._modules[name] = value
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        for table in ("_parameters", "_buffers", "_modules"):
            inside = self.__dict__.get(table, {})
            if name in inside:
                return inside[name]
        raise AttributeError("'%s' object has no attribute '%s'" % (type(self).__name__, name))

    def __delattr__(self, name):
        if not self._forget(name):
            object.__delattr__(self, name)

    def __dir__(self):
        return sorted(set(object.__dir__(self)) | set(self._parameters) | set(self._buffers) | set(self._modules))

    def _forget(self, name):
        found = False
        for table in (self._parameters, self._buffers, self._modules):
            found = table.pop(name, self) is not self or found
        self._transient.discard(name)
        return self.__dict__.pop(name, self) is not self or found

    def register_parameter(self, name, param):
        if param is not None and not isinstance(param, Parameter):
            raise TypeError("cannot assign '%s' object to parameter '%s' (wootz.nn.Parameter or None required)" % (type(param).__name__, name))
        self._forget(name)
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError("cannot assign '%s' object to buffer '%s' (wootz.Tensor or None required)" % (type(tensor).__name__, name))
        self._forget(name)
        self._buffers[name] = tensor
        if not persistent:
            self._transient.add(name)

    def register_module(self, name, module):
        self._forget(name)
        self._modules[name] = module

    add_module = register_module

    def register_forward_hook(self, hook):
        self._hooks.append(hook)
        hooks = self._hooks

        class Handle:
            def remove(self):
                if hook in hooks:
                    hooks.remove(hook)
        return Handle()

    # ---- walks ----
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if id(self) in memo and remove_duplicate:
            return
        memo.add(id(self))
        yield prefix, self
        for name, m in self._modules.items():
            if m is not None:
                yield from m.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)

    def modules(self):
        return (m for _, m in self.named_modules())

    def named_children(self):
        return ((n, m) for n, m in self._modules.items() if m is not None)

    def children(self):
        return (m for _, m in self.named_children())

    def _named(self, table, prefix, recurse, remove_duplicate=True):
        seen = set()
        for where, m in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            for name, t in getattr(m, table).items():
                if t is not None and not (remove_duplicate and id(t) in seen):
                    seen.add(id(t))
                    yield where + ("." if where else "") + name, t

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        return (t for _, t in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        return (t for _, t in self.named_buffers(recurse=recurse))

    def get_submodule(self, target):
        m = self
        for name in target.split(".") if target else []:
            if name not in m._modules:
                raise AttributeError("%s has no attribute `%s`" % (type(m).__name__, name))
            m = m._modules[name]
        return m

    def get_parameter(self, target):
        where, _, name = target.rpartition(".")
        p = self.get_submodule(where)._parameters.get(name)
        if p is None:
            raise AttributeError("%s is no parameter" % target)
        return p

    def apply(self, fn):
        for m in self.children():
            m.apply(fn)
        fn(self)
        return self

    # ---- states ----
    def state_dict(self, *, destination=None, prefix="", keep_vars=False):
        out = OrderedDict() if destination is None else destination
        for name, t in list(self._parameters.items()) + [(n, b) for n, b in self._buffers.items() if n not in self._transient]:
            if t is not None:
                out[prefix + name] = t if keep_vars else t.detach()
        for name, m in self._modules.items():
            if m is not None:
                m.state_dict(destination=out, prefix=prefix + name + ".", keep_vars=keep_vars)
        return out

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copies tensors into the parameters and buffers of the same names (assign=True takes them as they are)."""
        own = OrderedDict()
        for where, m in self.named_modules(remove_duplicate=False):
            for table in (m._parameters, m._buffers):
                for name, t in table.items():
                    if t is not None and name not in m._transient:
                        own[where + ("." if where else "") + name] = (table, name, t)
        missing = [k for k in own if k not in state_dict]
        unexpected = [k for k in state_dict if k not in own]
        errors = []
        if strict and unexpected:
            errors.append("Unexpected key(s) in state_dict: %s. " % ", ".join('"%s"' % k for k in unexpected))
        if strict and missing:
            errors.append("Missing key(s) in state_dict: %s. " % ", ".join('"%s"' % k for k in missing))
        for k, (table, name, t) in own.items():
            if k in state_dict and state_dict[k].shape != t.shape:
                errors.append("size mismatch for %s: copying a param with shape %r from checkpoint, the shape in current model is %r."
                              % (k, state_dict[k].shape, t.shape))
        if errors:
            raise RuntimeError("Error(s) in loading state_dict for %s:\n\t%s" % (type(self).__name__, "\n\t".join(errors)))
        for k, (table, name, t) in own.items():
            if k not in state_dict:
                continue
            if assign:
                new = state_dict[k]
                table[name] = Parameter(new) if isinstance(t, Parameter) and not isinstance(new, Parameter) else new
            else:
                t.copy_(state_dict[k])
        return _IncompatibleKeys(missing, unexpected)

    def _apply(self, fn):
        done = {}
        for m in self.modules():
            for table in (m._parameters, m._buffers):
                for name, t in table.items():
                    if t is not None:
                        if id(t) not in done:
                            done[id(t)] = t._become(fn(t))
        return self

    def to(self, *args, **kwargs):
        dtype, device, _, memory_format = _to_arguments(args, kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError("nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=%r" % dtype)
        return self._apply(lambda t: t._to(dtype if t.is_floating_point() or t.is_complex() else None, device, 0, 0))

    def cpu(self):
        return self.to("cpu")

    def cuda(self, device=None):
        return self._apply(lambda t: t.cuda(device))

    def mps(self, device=None):
        return self._apply(lambda t: t.mps(device))

    def _cast(self, name):
        return self._apply(lambda t: getattr(t, name)() if t.is_floating_point() else t)

    def float(self):
        return self._cast("float")

    def half(self):
        return self._cast("half")

    def double(self):
        return self._cast("double")

    def bfloat16(self):
        return self._cast("bfloat16")

    def train(self, mode=True):
        for m in self.modules():
            m.__dict__["training"] = bool(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        if requires_grad:
            raise NotImplementedError("requires_grad=True: wootz has no autograd yet")
        return self

    def zero_grad(self, set_to_none=True):
        pass

    # ---- text ----
    def extra_repr(self):
        return ""

    def __repr__(self):
        lines = [("(%s): %r" % (name, m)).replace("\n", "\n  ") for name, m in self._modules.items()]
        extra = self.extra_repr()
        if not lines:
            return "%s(%s)" % (type(self).__name__, extra)
        return "%s(\n  %s\n)" % (type(self).__name__, "\n  ".join(([extra] if extra else []) + lines))


class Sequential(Module):
    def __init__(self, *args):
        super().__init__()
        items = args[0].items() if len(args) == 1 and isinstance(args[0], dict) else ((str(i), m) for i, m in enumerate(args))
        for name, m in items:
            self.add_module(name, m)

    def forward(self, input):
        for m in self._modules.values():
            input = m(input)
        return input

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, i):
        items = list(self._modules.values())
        return Sequential(*items[i]) if isinstance(i, slice) else items[i]

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self


class ModuleList(Module):
    def __init__(self, modules=()):
        super().__init__()
        self.extend(modules)

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, i):
        items = list(self._modules.values())
        return ModuleList(items[i]) if isinstance(i, slice) else items[i]

    def __setitem__(self, i, module):
        self._modules[list(self._modules)[i]] = module

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        for m in modules:
            self.append(m)
        return self


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        self.update(modules or {})

    def update(self, modules):
        for name, m in modules.items() if hasattr(modules, "items") else modules:
            self.add_module(name, m)

    def __getitem__(self, name):
        return self._modules[name]

    def __setitem__(self, name, module):
        self.add_module(name, module)

    def __contains__(self, name):
        return name in self._modules

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()


class ParameterList(Module):
    def __init__(self, values=()):
        super().__init__()
        for i, v in enumerate(values):
            self.register_parameter(str(i), v if isinstance(v, Parameter) else Parameter(v))

    def __len__(self):
        return len(self._parameters)

    def __iter__(self):
        return iter(self._parameters.values())

    def __getitem__(self, i):
        return list(self._parameters.values())[i]
