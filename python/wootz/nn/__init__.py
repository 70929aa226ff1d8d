"""wootz.nn: modules for inference, and wootz.nn.functional. SPDX-License-Identifier: MIT"""
from . import functional, init
from .layers import (ELU, GELU, Conv1d, Conv2d, Conv3d, Dropout, Embedding, Flatten, GroupNorm, Hardswish, Identity, LayerNorm, LeakyReLU,
                     Linear, LogSoftmax, Mish, ReLU, RMSNorm, Sigmoid, SiLU, Softmax, Softplus, Tanh)
from .module import Module, ModuleDict, ModuleList, ParameterList, Sequential
from .parameter import Buffer, Parameter
