"""Checkpoints with FP8 weights and scales against the same numbers in bfloat16.
SPDX-License-Identifier: MIT"""
import json
import os

import numpy as np
import pytest
import wootz as torch
from wootz.models import AutoModelForCausalLM

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = ("embed_tokens", "lm_head", "norm", "mlp.gate.", "conv1d", "in_proj_a", "in_proj_b", "shared_expert_gate")
BLOCK = {"quant_method": "fp8", "fmt": "e4m3", "activation_scheme": "dynamic", "weight_block_size": [32, 24]}


def packed(strategy):
    return {"quant_method": "compressed-tensors", "format": "float-quantized",
            "config_groups": {"group_0": {"targets": ["Linear"], "weights": {"num_bits": 8, "type": "float", "strategy": strategy}}}}


def spread(scale, shape, rows, cols):
    return np.repeat(np.repeat(scale, rows, 0), cols, 1)[:shape[0], :shape[1]]


def quantised(family, how, folder):
    """Writes folder/fp8 and folder/plain, the second with what the first's weights stand for."""
    source = os.path.join(ROOT, "tests", "data", "families", family)
    fp8, plain = {}, {}
    for name, t in torch.load_file(os.path.join(source, "model.safetensors")).items():
        if t.ndim != 2 or not name.endswith(".weight") or any(s in name for s in SKIPPED):
            fp8[name] = plain[name] = t
            continue
        w = t.float().numpy()
        rows, cols = {"block": (32, 24), "channel": (1, w.shape[1]), "tensor": w.shape}[how]
        up, across = -(-w.shape[0] // rows), -(-w.shape[1] // cols)
        scale = np.array([[np.abs(w[i * rows:(i + 1) * rows, k * cols:(k + 1) * cols]).max() / 448 for k in range(across)] for i in range(up)], np.float32)
        wide = spread(scale, w.shape, rows, cols)
        q = torch.tensor(w / wide).to(torch.float8_e4m3fn)
        fp8[name] = q
        fp8[name + ("_scale_inv" if how == "block" else "_scale")] = torch.tensor(scale.reshape(1) if how == "tensor" else scale)
        plain[name] = torch.tensor(q.float().numpy() * wide).to(torch.bfloat16)
    with open(os.path.join(source, "config.json")) as f:
        config = json.load(f)
    for part, tensors, extra in (("fp8", fp8, {"quantization_config": BLOCK if how == "block" else packed(how)}), ("plain", plain, {})):
        (folder / part).mkdir()
        torch.save_file(tensors, folder / part / "model.safetensors")
        (folder / part / "config.json").write_text(json.dumps({**config, **extra}))
    return fp8, config


@pytest.mark.parametrize("family, how", [("llama", "tensor"), ("qwen3", "channel"), ("qwen3_moe", "block"), ("qwen3_5", "block")])
def test_fp8_is_what_it_stands_for(family, how, tmp_path):
    fp8, _ = quantised(family, how, tmp_path)
    assert any(t.dtype is torch.float8_e4m3fn for t in fp8.values())
    ids = list(range(3, 40))
    got, want = (AutoModelForCausalLM.from_pretrained(tmp_path / part)(ids).numpy() for part in ("fp8", "plain"))
    assert np.abs(got - want).max() < 1e-5 and np.abs(want).max() > 1e-2


def test_fp8_refusals(tmp_path):
    fp8, config = quantised("llama", "tensor", tmp_path)
    folder = tmp_path / "fp8"

    def refused(says, **quantization):
        (folder / "config.json").write_text(json.dumps({**config, **({"quantization_config": quantization} if quantization else {})}))
        with pytest.raises((ValueError, NotImplementedError, RuntimeError), match=says):
            AutoModelForCausalLM.from_pretrained(folder)
    refused("does not explain")
    refused("'gptq' is not supported", quant_method="gptq")
    refused("'e5m2' are not supported", quant_method="fp8", fmt="e5m2")
    refused("'pack-quantized'", **{**packed("tensor"), "format": "pack-quantized"})
    refused(r"\[0, 128\]", quant_method="fp8", weight_block_size=[0, 128])
    name = next(n for n in fp8 if n.endswith("_scale"))
    for scale, says in ((torch.ones(3), "cannot have scales"), (None, "has no scale")):
        torch.save_file({k: (scale if k == name else t) for k, t in fp8.items() if k != name or scale is not None}, folder / "model.safetensors")
        refused(says, **packed("tensor"))
