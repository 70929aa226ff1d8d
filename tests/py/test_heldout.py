"""Held-out stories: the negative log-likelihood that the original implementation recorded, within 0.1 %.
SPDX-License-Identifier: MIT"""
import json
import os

import numpy as np
from wootz.models import AutoModelForCausalLM

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "models", "storyteller")


def test_heldout_likelihood():
    with open(os.path.join(FOLDER, "reference", "reference.json")) as f:
        stories = json.load(f)["heldout"]["first"]
    model = AutoModelForCausalLM.from_pretrained(FOLDER)
    end = 1533
    assert len(stories) == 20
    for story in stories:
        ids = [end] + story["ids"]
        logits = model(ids).numpy().astype(np.float64)
        top = logits.max(-1, keepdims=True)
        logp = logits - top - np.log(np.exp(logits - top).sum(-1, keepdims=True))
        nll = -logp[np.arange(len(ids)), story["ids"] + [end]].sum()
        assert abs(nll - story["nll"]) < 1e-3 * story["nll"], (nll, story["nll"])
