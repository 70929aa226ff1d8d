"""wootz.models against the recorded outputs of the original implementations."""
import json
import os

import numpy as np
import pytest
import wootz as torch
from wootz.models import AutoModelForCausalLM

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STORYTELLER = os.path.join(ROOT, "models", "storyteller")
FAMILIES = sorted(d for d in os.listdir(os.path.join(ROOT, "tests", "data", "families")) if not d.endswith(".md"))


@pytest.fixture(scope="module")
def model():
    return AutoModelForCausalLM.from_pretrained(STORYTELLER)


@pytest.fixture(scope="module")
def reference():
    with open(os.path.join(STORYTELLER, "reference", "reference.json")) as f:
        return json.load(f)


def test_storyteller_logits_and_layers(model):
    r = torch.load_file(os.path.join(STORYTELLER, "reference", "expected_logits.safetensors"))
    logits, hidden = model(r["input_ids"], output_hidden_states=True)
    assert logits.shape == (109, 1536) and np.abs(logits.numpy() - r["logits"].numpy()).max() < 5e-4
    assert len(hidden) == 9
    for k in range(8):
        assert np.abs(hidden[k + 1].numpy() - r["layer_out.%d" % k].numpy()).max() < 5e-4


def test_storyteller_greedy(model, reference):
    for p in reference["prompts"]:
        out = model.generate(p["ids"], max_new_tokens=len(p["greedy_ids"]), do_sample=False)
        assert out == p["ids"] + p["greedy_ids"]
    p = reference["prompts"][0]
    out = model.generate(torch.tensor([p["ids"]]), max_new_tokens=5, do_sample=False)
    assert out.dtype is torch.int64 and out.tolist() == [p["ids"] + p["greedy_ids"][:5]]


@pytest.mark.parametrize("family", FAMILIES)
def test_families(family):
    folder = os.path.join(ROOT, "tests", "data", "families", family)
    r = torch.load_file(os.path.join(folder, "reference.safetensors"))
    m = AutoModelForCausalLM.from_pretrained(folder)
    logits = m(r["input_ids"])
    assert np.abs(logits.numpy() - r["logits"].numpy()).max() < 1e-3
    prompt, greedy = r["greedy_prompt"].tolist(), r["greedy_tokens"].tolist()
    assert m.generate(prompt, max_new_tokens=len(greedy), do_sample=False, eos_token_id=()) == prompt + greedy


def test_sessions(model):
    ids = list(range(5, 40))
    full = model(ids)
    s = model.session()
    assert s.logits() is None and len(s) == 0
    s.set_chunk(7)
    seen = []
    s.sync(ids[:30], progress=lambda done, total: seen.append((done, total)))
    for i in ids[30:]:
        s.push(i)
    assert len(s) == 35 and np.abs(s.logits().numpy() - full[-1].numpy()).max() < 1e-4 and seen[-1][1] == 30
    s.sync(ids[:10])
    assert np.abs(s.logits().numpy() - full[9].numpy()).max() < 1e-4
    assert s.sample(do_sample=False) == int(full[9].numpy().argmax())


def test_sampling(model):
    ids = [1, 2, 3]
    a = model.generate(ids, max_new_tokens=20, do_sample=True, temperature=1.5, top_k=50, top_p=0.95, seed=1)
    assert a == model.generate(ids, max_new_tokens=20, do_sample=True, temperature=1.5, top_k=50, top_p=0.95, seed=1)
    assert a != model.generate(ids, max_new_tokens=20, do_sample=True, temperature=1.5, top_k=50, top_p=0.95, seed=2)
    assert model.generate(ids, max_new_tokens=5, do_sample=True, top_k=1) == model.generate(ids, max_new_tokens=5, do_sample=False)
    first = model.generate(ids, max_new_tokens=5, do_sample=False)[3]
    assert model.generate(ids, max_new_tokens=5, do_sample=False, eos_token_id=first) == ids + [first]


def test_refusals(model, tmp_path):
    for call, kind in ((lambda: model([1536]), (IndexError, ValueError)), (lambda: model([-1]), (IndexError, ValueError)),
                       (lambda: model([]), (ValueError,)), (lambda: model([1.5]), (TypeError,)), (lambda: model(torch.zeros(2, 3, dtype=torch.int64)), (NotImplementedError,)),
                       (lambda: model(torch.zeros(3)), (TypeError,)), (lambda: model.generate([]), (ValueError,)),
                       (lambda: AutoModelForCausalLM.from_pretrained(tmp_path / "nothing"), (OSError, ValueError)),
                       (lambda: AutoModelForCausalLM.from_pretrained(STORYTELLER, dtype="floaty"), (ValueError,)),
                       (lambda: AutoModelForCausalLM.from_pretrained(STORYTELLER, device="tpu"), (RuntimeError,))):
        with pytest.raises(kind):
            call()

    def stop(done, total):
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        model.session().sync(list(range(1200)), progress=stop)
    assert model.config.vocab_size == 1536 and model.num_parameters() == 2950592
